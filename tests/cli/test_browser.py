"""The pages of map, heatmap, plot-loss and report in a browser: quiet, loading nothing, and doing what they promise."""

import random
import tempfile
import unittest

from browser import Browser
from program import Case, main, nearest, text_vectors
from test_pictures import NASTY, loss_log, planted

SIZES = [(1280, 800, False), (390, 844, True)]


STARTED = []


def the_browser():
    """The one of all tests, started by the first; what keeps it from starting skips them all."""
    if not STARTED:
        holder = tempfile.TemporaryDirectory(prefix="w2v-browser-", ignore_cleanup_errors=True)
        unittest.addModuleCleanup(holder.cleanup)
        try:
            STARTED.append(Browser(holder.name))
            unittest.addModuleCleanup(STARTED[0].close)
        except unittest.SkipTest as reason:
            STARTED.append(reason)
    if isinstance(STARTED[0], unittest.SkipTest):
        raise STARTED[0]
    return STARTED[0]


class InBrowser(Case):
    def setUp(self):
        super().setUp()
        self.browser = the_browser()
        picker = random.Random(9)
        self.vectors = planted(150, 8, 6)
        self.vectors.update({word: [picker.gauss(0, 1) for _ in range(8)] for word in NASTY})
        self.write("vectors.txt", text_vectors(self.vectors))

    def show(self, *arguments, name="page.html", **how):
        """Makes a page and opens it."""
        if arguments:
            self.good(arguments[0], "-o", name, "-q", *arguments[1:])
        self.path = self.folder / name
        self.browser.open(self.path, **how)

    def check_quiet(self):
        self.assertEqual(self.browser.messages(), [])
        self.assertEqual([url for url in self.browser.requests() if url != f"file://{self.path.resolve()}"], [])
        width, window = self.browser.run("return [document.documentElement.scrollWidth, window.innerWidth];")
        self.assertLessEqual(width, window)

    def check_words_are_whole(self, selector):
        """No run of letters and digits, up to 30, goes over two lines."""
        broken = self.browser.run("""
            const broken = [];
            for (const element of document.querySelectorAll(arguments[0])) {
              const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
              while (texts.nextNode()) {
                for (const word of texts.currentNode.data.matchAll(/[\\p{L}\\p{M}\\p{N}]{2,}/gu)) {
                  if (word[0].length > 30) continue;
                  const range = document.createRange();
                  range.setStart(texts.currentNode, word.index);
                  range.setEnd(texts.currentNode, word.index + word[0].length);
                  const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top / 4)));
                  if (lines.size > 1) broken.push(word[0]);
                }
              }
            }
            return broken;""", selector)
        self.assertEqual(broken, [])

    def near(self, word, k):
        return [name for name, _ in nearest(self.vectors, self.vectors[word], {word}, k)]

    def drawn(self):
        """What is on the canvas."""
        return self.browser.run("return document.querySelector('canvas').toDataURL();")


class MapPage(InBrowser):
    def test_search_hover_zoom_and_keys(self):
        browser = self.browser
        self.show("map", "--iterations", "300")
        browser.type(".map input", "W77")
        self.assertEqual(browser.text(".found").strip(), "w77")
        browser.type(".map input", "Enter")
        self.assertEqual(browser.text(".panel h3"), "w77")
        listed = browser.run("return [...document.querySelectorAll('.panel li')].map((li) => li.firstChild.textContent);")
        self.assertEqual(listed[:6], self.near("w77", 6))
        self.assertIn("w77, near to", browser.run("return document.querySelector('[aria-live]').textContent;"))

        # The word that was found is in the middle now; a mouse there shows it and its neighbours.
        x, y = browser.middle("canvas")
        browser.mouse((x - 5, y), (x, y))
        self.assertEqual(browser.text(".card strong"), "w77")
        for word in self.near("w77", 6):
            self.assertIn(word, browser.text(".card"))
        browser.mouse((5, 5))
        self.assertIsNone(browser.text(".card"))

        # Wheel and buttons zoom, dragging moves.
        self.assertEqual(browser.text(".zoom"), "3.0\u00d7")
        before = self.drawn()
        browser.wheel(x, y, -200)
        zoom = float(browser.text(".zoom")[:-1])
        self.assertGreater(zoom, 3.5)
        self.assertNotEqual(self.drawn(), before)
        browser.mouse((x, y))
        self.assertEqual(browser.text(".card strong"), "w77")  # it was zoomed at
        browser.click("[aria-label='Zoom out']")
        self.assertLess(float(browser.text(".zoom")[:-1]), zoom)
        browser.mouse((x, y), "down", (x + 60, y + 30), (x + 120, y + 80), "up")
        browser.mouse((x + 120, y + 80))
        self.assertEqual(browser.text(".card strong"), "w77")
        browser.click("[aria-label='Show all words']")
        self.assertEqual(browser.text(".zoom"), "1.0\u00d7")

        # Keys go from word to word; escape leaves.
        browser.run("document.querySelector('canvas').focus();")
        browser.press("ArrowRight")
        other = browser.text(".panel h3")
        self.assertNotEqual(other, "w77")
        browser.press("+")
        self.assertEqual(browser.text(".zoom"), "1.6\u00d7")
        browser.press("Escape")
        self.assertIsNone(browser.text(".panel h3"))
        browser.press("/")
        browser.type(".map input", "nothing of the kind")
        self.assertEqual(browser.text(".found").strip(), "Not on this map")
        browser.type(".map input", "Escape")
        self.check_quiet()

    def test_neighbours_are_links_and_all_words_are_text(self):
        browser = self.browser
        self.show("map", "--iterations", "50")
        browser.type(".map input", "w3")
        browser.type(".map input", "Enter")
        browser.click(".panel li button")
        self.assertEqual(browser.text(".panel h3"), self.near("w3", 1)[0])
        browser.click("summary")
        rows = browser.run("return [...document.querySelectorAll('details tbody th')].map((th) => th.textContent);")
        self.assertEqual(len(rows), len(self.vectors))
        self.check_quiet()

    def test_themes(self):
        browser = self.browser
        background = "return getComputedStyle(document.body).backgroundColor;"
        self.show("map", "--iterations", "20")
        light, drawn = browser.run(background), self.drawn()
        browser.click("#theme")
        dark = browser.run(background)
        self.assertNotEqual(dark, light)
        self.assertNotEqual(self.drawn(), drawn)
        self.show(dark=True)
        self.assertEqual(browser.run(background), dark)
        self.check_quiet()

    def test_nasty_words(self):
        browser = self.browser
        self.show("map", "--iterations", "20", "--", *NASTY)
        for word in ("</script>", '"q"', "'", "\u05e9\u05dc\u05d5\u05dd", "\U0001f600", "{{data}}", "a&b"):
            browser.run("const i = document.querySelector('.map input'); i.value = arguments[0]; i.dispatchEvent(new Event('input'));", word)
            browser.type(".map input", "Enter")
            self.assertEqual(browser.text(".panel h3"), word)
        self.assertEqual(browser.run("return document.querySelectorAll('script').length;"), 2)
        self.check_quiet()

    def test_fingers(self):
        browser = self.browser
        self.show("map", "--iterations", "300", width=390, height=844, touch=True)
        x, y = browser.middle("canvas")
        browser.fingers([(x - 30, y), (x + 30, y)], [(x - 45, y), (x + 45, y)], [(x - 90, y), (x + 90, y)])
        self.assertAlmostEqual(float(browser.text(".zoom")[:-1]), 3, delta=0.4)
        before = self.drawn()
        browser.fingers([(x, y)], [(x + 20, y + 10)], [(x + 60, y + 30)])
        self.assertNotEqual(self.drawn(), before)
        self.assertIsNone(browser.text(".panel h3"))
        browser.type(".map input", "w5")
        browser.type(".map input", "Enter")
        browser.press("Escape")
        self.assertIsNone(browser.text(".panel h3"))
        x, y = browser.middle("canvas")
        browser.run("document.querySelector('canvas').scrollIntoView();")
        x, y = browser.middle("canvas")
        browser.fingers([(x, y)])
        self.assertEqual(browser.text(".panel h3"), "w5")
        self.check_quiet()


class OtherPages(InBrowser):
    def test_heatmap(self):
        browser = self.browser
        words = ["w0", "w6", "w1", "</script>", "\u05e9\u05dc\u05d5\u05dd"]
        self.good("heatmap", "-o", "h.html", "--", *words)
        for width, height, touch in SIZES:
            self.show(name="h.html", width=width, height=height, touch=touch)
            x, y = browser.middle("tbody tr:nth-child(2) td:nth-of-type(4)")
            browser.mouse((x, y))
            cell = browser.run("const r = document.querySelector('tbody').rows[1]; return [r.cells[0].textContent, "
                               "document.querySelector('thead').rows[0].cells[4].textContent, r.cells[4].textContent];")
            self.assertEqual(browser.text(".readout"), f"{cell[0]} \u2013 {cell[1]}{cell[2]}")
            browser.run("document.querySelector('table').focus();")
            browser.press("ArrowLeft")
            left = browser.run("return document.querySelector('thead').rows[0].cells[3].textContent;")
            self.assertIn(f"{cell[0]} \u2013 {left}", browser.text(".readout"))
            self.check_quiet()

    def test_loss(self):
        self.write("a.tsv", loss_log())
        self.write("b.tsv", loss_log(3, start=2.5))
        self.good("plot-loss", "a.tsv", "b.tsv", "-o", "l.html")
        for width, height, touch in SIZES:
            self.show(name="l.html", width=width, height=height, touch=touch)
            shown = ".narrow" if touch else ".wide"
            self.assertEqual(self.browser.run("return [...document.querySelectorAll('#loss svg')].filter((s) => s.clientWidth > 0).length;"), 1)
            x, y = self.browser.middle(f"#loss {shown} svg")
            self.browser.mouse((x, y))
            self.assertRegex(self.browser.text("#loss .readout"), r"^tokens read [\d,]+ \u00b7 a\.tsv 2\.\d+ \u00b7 b\.tsv 2(\.\d+)?$")
            self.check_quiet()

    def test_words_of_a_report_are_not_broken(self):
        long = ["proportionally", "internationalization", "counterrevolutionaries", "Donaudampfschifffahrt", "электроэнергетический", "extraordinarilymemorable"]
        picker = random.Random(1)
        vectors = planted(40, 8, 6) | {word: [picker.gauss(0, 1) for _ in range(8)] for word in long}
        self.write("vectors.txt", text_vectors(vectors))
        self.write("similarities-nobody-knows.tsv", "w0\tw6\t9\nw0\tw1\t2\nw1\tw2\t1\n")
        self.good("report", "vectors.txt", "-o", "r.html", "-q", "--eval", "similarities-nobody-knows.tsv", "--iterations", "20", "--title", "Report",
                  *(argument for word in long for argument in ("--word", word)))
        for width in (1400, 1000, 700, 500, 390, 320):
            self.show(name="r.html", width=width, height=844)
            self.assertEqual(self.browser.run("return document.querySelectorAll('.neighbours h3').length;"), len(long))
            self.browser.type(".map input", "proportionally")
            self.browser.type(".map input", "Enter")
            with self.subTest(width=width):
                self.check_words_are_whole("th, td, .neighbours li, .neighbours h3, .map .panel li")
                self.check_quiet()

    def test_report(self):
        self.write("vocab", "".join(f"w{i} {10000 // (i + 1)}\n" for i in range(150)))
        self.write("a.tsv", loss_log())
        self.write("sim.tsv", "w0\tw6\t9\nw0\tw1\t2\nw1\tw2\t1\n")
        self.good("report", "vectors.txt", "-o", "r.html", "-q", "--vocab", "vocab", "--loss-log", "a.tsv", "--eval", "sim.tsv", "--iterations", "50")
        for width, height, touch in SIZES:
            self.show(name="r.html", width=width, height=height, touch=touch, dark=touch)
            headings = self.browser.run("return [...document.querySelectorAll('h2')].map((h) => h.textContent);")
            self.assertEqual(headings, ["Model", "Evaluation", "Training", "Vocabulary", "Nearest words, by cosine", "Map"])
            self.browser.type(".map input", "w9")
            self.browser.type(".map input", "Enter")
            self.assertEqual(self.browser.text(".panel h3"), "w9")
            self.check_quiet()


if __name__ == "__main__":
    main()
