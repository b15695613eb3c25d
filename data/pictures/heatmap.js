// The table is in the page as it stands; this reads out the cell that is pointed at. data: words.
draw.heatmap = function (root, data) {
  const table = root.querySelector("table");
  const readout = root.querySelector(".readout");
  const columns = [...table.tHead.rows[0].cells].slice(1);
  const rows = [...table.tBodies[0].rows];
  let at = null; // [row, column]

  function go(row, column) {
    for (const element of table.querySelectorAll(".at, .on")) element.classList.remove("at", "on");
    at = row < 0 ? null : [row, column];
    if (!at) return;
    const cell = rows[row].cells[column + 1];
    cell.classList.add("at");
    rows[row].cells[0].classList.add("on");
    columns[column].classList.add("on");
    readout.replaceChildren(wordElement(data.words[row]), " \u2013 ", wordElement(data.words[column]), make("strong", {}, cell.textContent));
  }
  function cellOf(event) {
    const cell = event.target.closest("tbody td");
    return cell && [cell.parentNode.rowIndex - 1, cell.cellIndex - 1];
  }
  table.addEventListener("pointerover", (event) => { const place = cellOf(event); if (place) go(...place); });
  table.addEventListener("click", (event) => { const place = cellOf(event); if (place) go(...place); });
  table.addEventListener("focus", () => { if (!at) go(0, rows.length > 1 ? 1 : 0); });
  table.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const last = rows.length - 1;
    const inside = (place) => Math.max(0, Math.min(last, place));
    go(...(at ? [inside(at[0] + way[0]), inside(at[1] + way[1])] : [0, 0]));
    rows[at[0]].cells[at[1] + 1].scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  // Numbers are written in cells that have room for them.
  new ResizeObserver(() => root.classList.toggle("bare", rows[0].cells[1].clientWidth < 29)).observe(root);
};
