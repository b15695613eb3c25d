// The curves are in the page as they stand; this reads out the points nearest to where one points. data: series, logarithmic.
draw.chart = function (root, data) {
  const readout = make("span", { class: "readout", "aria-live": "polite" });
  root.querySelector("figcaption").append(readout);
  const shown = (value) => (Math.abs(value) >= 1e4 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(5))));

  function pointAt(svg, share) {
    const [left, , right, bottom] = svg.dataset.box.split(" ").map(Number);
    const top = Number(svg.dataset.box.split(" ")[1]);
    const [low, high] = svg.dataset.reach.split(" ").map(Number);
    const scale = (value) => (data.logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low));
    let nearest = null;
    for (const { points } of data.series)
      for (const [x] of points)
        if (nearest === null || Math.abs(scale(x) - share) < Math.abs(scale(nearest) - share)) nearest = x;
    if (nearest === null) return;
    const parts = [`${data.x} ${shown(nearest)}`];
    for (const { name, points } of data.series) {
      const at = points.filter(([x]) => Math.abs(scale(x) - scale(nearest)) < 0.05)
        .reduce((best, point) => (best && Math.abs(best[0] - nearest) <= Math.abs(point[0] - nearest) ? best : point), null);
      if (at) parts.push(`${data.series.length > 1 ? visible(name) + " " : ""}${shown(at[1])}`);
    }
    readout.textContent = parts.join(" \u00b7 ");
    let cross = svg.querySelector(".cross");
    if (!cross) {
      cross = document.createElementNS("http://www.w3.org/2000/svg", "path");
      cross.setAttribute("class", "cross");
      svg.append(cross);
    }
    cross.setAttribute("d", `M${left + scale(nearest) * (right - left)} ${top}V${bottom}`);
  }
  for (const svg of root.querySelectorAll("svg")) {
    const [left, , right] = svg.dataset.box.split(" ").map(Number);
    const point = (event) => {
      const box = svg.getBoundingClientRect();
      pointAt(svg, ((event.clientX - box.left) * svg.viewBox.baseVal.width / box.width - left) / (right - left));
    };
    svg.addEventListener("pointermove", point);
    svg.addEventListener("pointerdown", point);
  }
};
