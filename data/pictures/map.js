// A map of words on a canvas. data: words, x, y (0 .. 10000), near (places in words, then in others), cosines in thousandths.
draw.map = function (root, data) {
  const count = data.words.length;
  const names = data.words.map(visible);
  const lower = names.map((name) => name.toLowerCase());
  const nameOf = (i) => (i < count ? data.words[i] : data.others[i - count]);
  const font = '13px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';
  const most = 80;

  // The parts of the page
  const canvas = make("canvas", { tabindex: "0", role: "application", "aria-label": `Map of ${count} words. Arrow keys go from word ` +
    "to word, with shift they move the map, plus and minus zoom, 0 shows all, escape leaves the word." });
  const card = make("div", { class: "card", hidden: true });
  const stage = make("div", { class: "stage" }, canvas, card);
  const panel = make("aside", { class: "panel", "aria-label": "The chosen word" });
  const spoken = make("p", { class: "unseen", "aria-live": "polite" });
  const zoomShown = make("span", { class: "zoom", "aria-hidden": "true" });
  const input = make("input", { type: "text", placeholder: "Find a word", "aria-label": "Find a word", role: "combobox", autocomplete: "off",
    autocapitalize: "off", spellcheck: "false", "aria-expanded": "false", "aria-autocomplete": "list", "aria-controls": root.id + "-found" });
  const list = make("ul", { class: "found", id: root.id + "-found", role: "listbox", "aria-label": "Words found", hidden: true });
  const button = (text, label, act) => make("button", { type: "button", "aria-label": label, title: label, onclick: act }, text);
  root.classList.add("map");
  root.append(
    make("div", { class: "tools" }, make("div", { class: "search" }, input, list),
      button("+", "Zoom in", () => zoomAt(width / 2, height / 2, 1.6)),
      button("\u2212", "Zoom out", () => zoomAt(width / 2, height / 2, 1 / 1.6)),
      button("All", "Show all words", fit), zoomShown),
    stage, panel, spoken);

  // The view: a word is at (base * x + left, base * y + top) for zoom 1.
  let width = 0, height = 0, zoom = 1, left = 0, top = 0, base = 1;
  let chosen = -1, hovered = -1, colours = {}, waiting = false, dotSize = 2;
  let boxes = []; // of the labels that are shown
  const context = canvas.getContext("2d");
  const widths = new Map();
  const widest = Math.max(1, ...data.x), highest = Math.max(1, ...data.y);
  const screenX = (i) => left + data.x[i] * base * zoom;
  const screenY = (i) => top + data.y[i] * base * zoom;

  function later() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; paint(); });
  }
  function margins() {
    return { side: Math.min(70, width * 0.11), end: 26 };
  }
  function fit() {
    const { side, end } = margins();
    base = Math.min((width - 2 * side) / widest, (height - 2 * end) / highest);
    zoom = 1;
    left = (width - widest * base) / 2;
    top = (height - highest * base) / 2;
    later();
  }
  function zoomAt(x, y, factor) {
    const next = Math.min(most, Math.max(0.5, zoom * factor));
    left = x - (x - left) * next / zoom;
    top = y - (y - top) * next / zoom;
    zoom = next;
    later();
  }
  function move(dx, dy) {
    // Some of the words always stay in view.
    left = Math.min(width - 40, Math.max(40 - widest * base * zoom, left + dx));
    top = Math.min(height - 40, Math.max(40 - highest * base * zoom, top + dy));
    later();
  }
  function centre(i, least) {
    zoom = Math.max(zoom, least || 1);
    left = width / 2 - data.x[i] * base * zoom;
    top = height / 2 - data.y[i] * base * zoom;
    later();
  }

  // Painting
  function shortName(i) {
    const characters = Array.from(names[i]);
    return characters.length > 32 ? characters.slice(0, 31).join("") + "\u2026" : names[i];
  }
  function labelWidth(i) {
    if (!widths.has(i)) widths.set(i, context.measureText(shortName(i)).width);
    return widths.get(i);
  }
  function paint() {
    const scale = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
    }
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = font;
    context.direction = "ltr";
    context.textBaseline = "middle";
    const marked = new Set(chosen >= 0 && data.near.length ? data.near[chosen].filter((i) => i < count) : []);
    const order = [...new Set([chosen, hovered, ...marked].filter((i) => i >= 0))];
    const first = new Set(order);
    for (let i = 0; i < count; ++i) if (!first.has(i)) order.push(i);
    const seen = order.filter((i) => screenX(i) > -60 && screenX(i) < width + 60 && screenY(i) > -20 && screenY(i) < height + 20);
    paintLinks(marked);
    dotSize = Math.min(3, (count > 400 ? 1.7 : 2.3) * Math.pow(zoom, 0.25));
    for (const i of seen.slice().reverse()) paintDot(i, marked);
    paintLabels(seen, marked);
    zoomShown.textContent = zoom < 9.95 ? zoom.toFixed(1) + "\u00d7" : Math.round(zoom) + "\u00d7";
  }
  function paintLinks(marked) {
    if (chosen < 0) return;
    context.strokeStyle = colours.accent;
    context.globalAlpha = 0.35;
    context.lineWidth = 1;
    for (const i of marked) {
      context.beginPath();
      context.moveTo(screenX(chosen), screenY(chosen));
      context.lineTo(screenX(i), screenY(i));
      context.stroke();
    }
    context.globalAlpha = 1;
  }
  function paintDot(i, marked) {
    const special = i === chosen || i === hovered || marked.has(i);
    context.fillStyle = i === chosen ? colours.mark : special ? colours.accent : colours.dot;
    context.globalAlpha = chosen >= 0 && !special ? 0.45 : 1;
    context.beginPath();
    context.arc(screenX(i), screenY(i), i === chosen ? 5 : special ? 4 : dotSize, 0, 2 * Math.PI);
    context.fill();
    context.globalAlpha = 1;
  }
  // Words in their order, each at the first free place beside its point; a word without one stays a point.
  function paintLabels(seen, marked) {
    boxes = [];
    const cell = 48, grid = new Map();
    const cells = function* (box) {
      for (let c = Math.floor(box.x0 / cell); c <= Math.floor(box.x1 / cell); ++c)
        for (let r = Math.floor(box.y0 / cell); r <= Math.floor(box.y1 / cell); ++r) yield c * 4096 + r;
    };
    const free = (box) => {
      for (const key of cells(box))
        for (const other of grid.get(key) || [])
          if (box.x0 < other.x1 && other.x0 < box.x1 && box.y0 < other.y1 && other.y0 < box.y1) return false;
      return true;
    };
    for (const i of seen) {
      const x = screenX(i), y = screenY(i), w = labelWidth(i), gap = i === chosen ? 8 : 5;
      const corners = [[x + gap, y - 8], [x - gap - w, y - 8], [x - w / 2, y - gap - 16], [x - w / 2, y + gap]];
      for (const [x0, y0] of corners) {
        const box = { x0: x0 - 1, y0, x1: x0 + w + 1, y1: y0 + 16, i };
        if (!free(box) || (x > 0 && x < width && (box.x0 < 0 || box.x1 > width))) continue;
        for (const key of cells(box)) grid.has(key) ? grid.get(key).push(box) : grid.set(key, [box]);
        boxes.push(box);
        const special = i === chosen || i === hovered || marked.has(i);
        context.fillStyle = i === chosen ? colours.mark : special ? colours.accent : colours.ink;
        context.globalAlpha = chosen >= 0 && !special ? 0.5 : 1;
        context.lineWidth = 3;
        context.lineJoin = "round";
        context.strokeStyle = colours.raised;
        context.strokeText(shortName(i), x0, y0 + 8);
        context.fillText(shortName(i), x0, y0 + 8);
        break;
      }
    }
    context.globalAlpha = 1;
  }

  // What a word is near
  function neighbourList(i, most, asButtons) {
    const items = [];
    for (let k = 0; k < Math.min(most, data.near[i].length); ++k) {
      const j = data.near[i][k];
      const word = wordElement(nameOf(j));
      const name = asButtons && j < count ? make("button", { type: "button", onclick: () => { choose(j); reveal(j); } }, word) : make("span", {}, word);
      items.push(make("li", {}, name, make("span", { class: "cosine" }, (data.cosines[i][k] / 1000).toFixed(3))));
    }
    return make("ol", {}, ...items);
  }
  function showCard(i, x, y) {
    card.hidden = i < 0;
    if (i < 0) return;
    card.replaceChildren(make("strong", {}, wordElement(data.words[i])));
    if (data.near.length) card.append(neighbourList(i, 6, false));
    const box = card.getBoundingClientRect();
    card.style.left = Math.max(4, x + 16 + box.width > width ? x - 16 - box.width : x + 16) + "px";
    card.style.top = Math.max(4, Math.min(height - box.height - 4, y - 20)) + "px";
  }
  function showPanel() {
    if (chosen < 0) {
      panel.replaceChildren(make("p", {}, "Point at a word, or choose one, to see its nearest neighbours among all words of the model."),
        make("p", {}, "Drag to move, scroll or pinch to zoom. More words are named the nearer you come."));
      return;
    }
    const hidden = data.near.length ? data.near[chosen].filter((j) => j >= count).length : 0;
    panel.replaceChildren(make("h3", {}, wordElement(data.words[chosen])));
    if (!data.near.length) return;
    panel.append(make("p", {}, "Nearest words, by cosine"), neighbourList(chosen, 100, true));
    if (hidden) panel.append(make("p", {}, "Words in plain ink are not on this map."));
  }
  function choose(i) {
    if (chosen === i) return;
    chosen = i;
    showPanel();
    const near = i >= 0 && data.near.length ? data.near[i].slice(0, 5).map((j) => visible(nameOf(j))) : [];
    spoken.textContent = i < 0 ? "" : visible(data.words[i]) + (near.length ? ", near to " + near.join(", ") : "");
    later();
  }
  function reveal(i) {
    const x = screenX(i), y = screenY(i);
    if (x < 30 || y < 20 || x > width - 60 || y > height - 20) centre(i);
  }
  function find(x, y, reach) {
    for (const box of boxes) if (x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1) return box.i;
    let best = -1, least = reach * reach;
    for (let i = 0; i < count; ++i) {
      const away = (screenX(i) - x) ** 2 + (screenY(i) - y) ** 2;
      if (away <= least) { least = away; best = i; }
    }
    return best;
  }
  function hover(i, x, y) {
    showCard(i, x, y);
    canvas.classList.toggle("over", i >= 0);
    if (hovered === i) return;
    hovered = i;
    later();
  }

  // Mouse and touch
  const pointers = new Map();
  let moved = false;
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, place(event));
    if (pointers.size === 1) moved = false;
  });
  canvas.addEventListener("pointermove", (event) => {
    const now = place(event), before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") hover(find(now.x, now.y, 12), now.x, now.y);
      return;
    }
    if (!moved && Math.hypot(now.x - before.x, now.y - before.y) < 4) return;
    moved = true;
    hover(-1);
    canvas.classList.add("dragging");
    if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const middle = (a) => ({ x: (a.x + other.x) / 2, y: (a.y + other.y) / 2 });
      const apart = (a) => Math.max(10, Math.hypot(a.x - other.x, a.y - other.y));
      zoomAt(middle(before).x, middle(before).y, apart(now) / apart(before));
      move(middle(now).x - middle(before).x, middle(now).y - middle(before).y);
    } else if (pointers.size === 1) {
      move(now.x - before.x, now.y - before.y);
    }
    pointers.set(event.pointerId, now);
  });
  const lift = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    canvas.classList.remove("dragging");
    if (moved || event.type === "pointercancel" || pointers.size) return;
    const at = place(event);
    choose(find(at.x, at.y, event.pointerType === "mouse" ? 12 : 24));
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("pointerleave", () => hover(-1));
  canvas.addEventListener("dblclick", (event) => { const at = place(event); zoomAt(at.x, at.y, 2); });
  canvas.addEventListener("wheel", (event) => {
    // In a page of several pictures the wheel scrolls, until the map is clicked on.
    if (data.embedded && !event.ctrlKey && document.activeElement !== canvas) return;
    event.preventDefault();
    const at = place(event), step = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    hover(-1);
    zoomAt(at.x, at.y, Math.exp(-Math.max(-240, Math.min(240, event.deltaY * step)) * 0.0022));
  }, { passive: false });

  // Keys
  function walk(dx, dy) {
    if (chosen < 0) return find(width / 2, height / 2, 1e9);
    let best = chosen, least = Infinity;
    for (let i = 0; i < count; ++i) {
      const x = data.x[i] - data.x[chosen], y = data.y[i] - data.y[chosen];
      const along = x * dx + y * dy, across = Math.abs(x * dy - y * dx);
      if (i === chosen || along <= 0 || across > 2 * along) continue;
      if (along + 2 * across < least) { least = along + 2 * across; best = i; }
    }
    return best;
  }
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way && event.shiftKey) move(-60 * way[0], -60 * way[1]);
    else if (way) { const next = walk(...way); choose(next); if (next >= 0) reveal(next); }
    else if (event.key === "+" || event.key === "=") zoomAt(width / 2, height / 2, 1.6);
    else if (event.key === "-") zoomAt(width / 2, height / 2, 1 / 1.6);
    else if (event.key === "0") fit();
    else if (event.key === "Escape") choose(-1);
    else if (event.key === "/") input.focus();
    else return;
    event.preventDefault();
  });

  // Finding words
  let found = [], active = -1;
  function closeList() {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }
  function search() {
    const wanted = input.value.trim().toLowerCase();
    if (!wanted) return closeList();
    const rank = (i) => (lower[i] === wanted ? 0 : lower[i].startsWith(wanted) ? 1 : 2);
    found = [];
    for (let i = 0; i < count; ++i) if (lower[i].includes(wanted)) found.push(i);
    found = found.sort((a, b) => rank(a) - rank(b) || a - b).slice(0, 8);
    active = found.length ? 0 : -1;
    list.replaceChildren(...found.map((i, k) => make("li", { role: "option", id: `${root.id}-found-${k}`,
      onpointerdown: (event) => { event.preventDefault(); goTo(i); } }, wordElement(data.words[i]))));
    if (!found.length) list.append(make("li", { class: "none" }, "Not on this map"));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    showActive();
  }
  function showActive() {
    [...list.children].forEach((item, k) => item.setAttribute("aria-selected", String(k === active)));
    if (active >= 0) input.setAttribute("aria-activedescendant", `${root.id}-found-${active}`);
  }
  function goTo(i) {
    closeList();
    input.value = "";
    choose(i);
    centre(i, 3);
    canvas.focus();
  }
  input.addEventListener("input", search);
  input.addEventListener("blur", closeList);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (found.length) active = (active + (event.key === "ArrowDown" ? 1 : found.length - 1)) % found.length;
      showActive();
    } else if (event.key === "Enter") {
      if (!list.hidden && active >= 0) goTo(found[active]);
    } else if (event.key === "Escape") {
      input.value = "";
      closeList();
    } else {
      return;
    }
    event.preventDefault();
  });

  // All words as text, made when it is asked for
  const table = make("div", { class: "scroll" });
  const details = make("details", {}, make("summary", {}, "All words as a table"), table);
  details.addEventListener("toggle", () => {
    if (!details.open || table.firstChild) return;
    const rows = data.words.map((word, i) => make("tr", {}, make("th", { scope: "row" }, wordElement(word)), make("td", {},
      ...(data.near.length ? data.near[i].flatMap((j, k) => [k ? ", " : "", wordElement(nameOf(j))]) : []))));
    table.append(make("table", {}, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Word"),
      make("th", { scope: "col" }, data.near.length ? "Nearest words" : ""))), make("tbody", {}, ...rows)));
  });
  root.after(details);

  onTheme.push(() => { colours = coloursOf(["raised", "ink", "dot", "accent", "mark"]); later(); });
  new ResizeObserver(() => {
    const before = { width, height };
    width = Math.max(1, stage.clientWidth);
    height = Math.max(1, stage.clientHeight);
    if (!before.width || zoom === 1) fit();
    else move((width - before.width) / 2, (height - before.height) / 2);
    hover(-1);
  }).observe(stage);
  showPanel();
};
