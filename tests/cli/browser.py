"""A browser for tests: Chromium by chromedriver's WebDriver protocol, with nothing but Python's standard library."""

import base64
import json
import os
import re
import shutil
import subprocess
import unittest
import urllib.error
import urllib.request

# By a pipe the driver reaches Chromium where localhost has no address, too: a new root may lack /etc/hosts.
FLAGS = ["--remote-debugging-pipe", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars", "--force-color-profile=srgb"]
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "ArrowDown": "\ue015", "ArrowUp": "\ue013", "ArrowLeft": "\ue012", "ArrowRight": "\ue014"}
PATIENCE = 90


class Browser:
    """One Chromium. Raises unittest.SkipTest where there is none."""

    def __init__(self, folder):
        driver, chromium = shutil.which("chromedriver"), shutil.which("chromium")
        if driver is None or chromium is None:
            raise unittest.SkipTest("no chromium and chromedriver here (Debian: chromium, chromium-driver)")
        self.process = subprocess.Popen([driver, "--port=0"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.process.stdout:
            port = re.search(r"successfully on port (\d+)", line)
            if port:
                break
        else:
            raise unittest.SkipTest("chromedriver does not start")
        self.root = f"http://127.0.0.1:{port[1]}"
        options = {"binary": chromium, "args": FLAGS + [f"--user-data-dir={folder}/profile"]}
        try:
            answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
                "browserName": "chrome", "timeouts": {"script": 30000, "pageLoad": 60000}, "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}})
        except AssertionError as fault:
            self.process.terminate()
            raise unittest.SkipTest(f"chromium does not start: {str(fault)[:300]}") from fault
        self.root += f"/session/{answer['sessionId']}"
        self.call("POST", "/url", {"url": "about:blank"})  # the page for new tabs goes on loading
        self.settle()

    def close(self):
        try:
            self.call("DELETE", "")
        finally:
            self.process.terminate()
            self.process.wait()
            self.process.stdout.close()

    def call(self, method, path, data=None):
        body = None if method != "POST" else json.dumps(data or {}).encode()
        request = urllib.request.Request(self.root + path, body, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as fault:
            raise AssertionError(fault.read().decode()) from fault

    def devtools(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def open(self, path, width=1280, height=800, dark=False, touch=False):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        self.devtools("Emulation.setTouchEmulationEnabled", enabled=touch)
        self.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.log("browser")
        self.log("performance")
        self.call("POST", "/url", {"url": "file://" + os.path.abspath(path)})
        self.settle()

    def log(self, kind):
        return self.call("POST", "/se/log", {"type": kind})

    def messages(self):
        """What the console had to say."""
        return [entry["message"] for entry in self.log("browser")]

    def requests(self):
        """The addresses of all that was asked for since the page was opened, but what is in the page itself."""
        events = [json.loads(entry["message"])["message"] for entry in self.log("performance")]
        urls = [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]
        return [url for url in urls if not url.startswith("data:")]

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def settle(self):
        """Waits until all that is to be drawn is drawn."""
        self.call("POST", "/execute/async", {"script": "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame("
                                                       "() => setTimeout(done, 0)));", "args": []})

    def element(self, selector):
        return self.call("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def text(self, selector):
        return self.run("const e = document.querySelector(arguments[0]); return e === null || e.hidden ? null : e.innerText;", selector)

    def click(self, selector):
        self.call("POST", f"/element/{self.element(selector)}/click")
        self.settle()

    def type(self, selector, text):
        self.call("POST", f"/element/{self.element(selector)}/value", {"text": KEYS.get(text, text)})
        self.settle()

    def press(self, key):
        """A key for what has the focus."""
        value = KEYS.get(key, key)
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": [
            {"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]}]})
        self.settle()

    def box(self, selector):
        return self.run("const b = document.querySelector(arguments[0]).getBoundingClientRect();"
                        "return {x: b.x, y: b.y, width: b.width, height: b.height};", selector)

    def middle(self, selector):
        box = self.box(selector)
        return round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2)

    def mouse(self, *steps):
        """Steps of a mouse: (x, y) moves there, "down" and "up" are its button."""
        actions = [{"type": {"down": "pointerDown", "up": "pointerUp"}[step], "button": 0} if isinstance(step, str) else
                   {"type": "pointerMove", "x": step[0], "y": step[1], "duration": 0} for step in steps]
        self.call("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": actions}]})
        self.settle()

    def wheel(self, x, y, by):
        self.call("POST", "/actions", {"actions": [{"type": "wheel", "id": "wheel", "actions": [
            {"type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": by}]}]})
        self.settle()

    def fingers(self, *frames):
        """Fingers on the glass: each frame is where they are, the last is followed by lifting them."""
        for k, frame in enumerate(frames):
            self.devtools("Input.dispatchTouchEvent", type="touchMove" if k else "touchStart",
                          touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(frame)])
        self.devtools("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.settle()

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("GET", "/screenshot")))
