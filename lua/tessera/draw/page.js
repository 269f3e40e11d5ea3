// Plays the films of a page. The data has `tiles`, the labels of the symbols t1, t2, ..., and
// `films`; a film has its first board and, for each step, what changes.
"use strict";

(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const CELL = 16, MARGIN = 8;
  const byId = (id) => document.getElementById(id);
  const board = byId("board"), play = byId("play"), slider = byId("slider");

  let film;           // the film that is shown
  let step = 0;       // how many of its steps have been played
  let cells, lines;   // the numbers of the tiles and the text of the board at that step
  let uses, painted;  // the <use> element of each cell, and the tile that it shows
  let timer = null;   // while the film plays by itself

  function element(name, text, className) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  }

  function fill(parent, children) {
    parent.replaceChildren(...children);
    return parent;
  }

  // ---- the board ----

  // To the next cell, to the next row, and how far that lies to the right: of squares, or of
  // hexagons in the middle of squares (hexagon.lua).
  const steps = () => film.hexagons ?? { across: CELL, down: CELL, slant: 0 };

  // The size of the board with its margins, in units.
  function size() {
    const { across, down, slant } = steps();
    return [film.columns * across + (film.rows - 1) * slant + 2 * MARGIN,
      (film.rows - 1) * down + CELL + 2 * MARGIN];
  }

  function drawBoard() {
    const [wide, high] = size(), { across, down, slant } = steps();
    board.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${wide} ${high}`);
    board.style.background = film.back;
    uses = film.cells.map((_, i) => {
      const use = document.createElementNS(SVG, "use");
      const row = Math.floor(i / film.columns), column = i % film.columns;
      use.setAttribute("x", column * across + row * slant - (CELL - across) / 2);
      use.setAttribute("y", row * down);
      use.setAttribute("width", CELL);
      use.setAttribute("height", CELL);
      return use;
    });
    painted = [];
    board.replaceChildren(...uses);
    fit();
  }

  // A cell measures a multiple of 8 pixels of the screen, so that sprites stay even, unless that would cost
  // more than a twentieth of the board; then it measures whole pixels.
  function fit() {
    const [wide, high] = size(), ratio = window.devicePixelRatio;
    const across = byId("stage").clientWidth * CELL / wide;
    const down = Math.max(160, Math.min(window.innerHeight * 0.62, window.innerHeight - 170)) * CELL / high;
    const room = Math.min(across, down, 96), whole = (step) => Math.floor(room * ratio / step) * step / ratio;
    const cell = film.hexagons || room * ratio < 1 ? room : whole(8) >= 0.95 * room ? whole(8) : whole(1);
    board.style.width = `${cell * wide / CELL}px`;
  }

  // Only cells that have changed are drawn again.
  function paint() {
    cells.forEach((tile, i) => {
      if (painted[i] !== tile) uses[i].setAttribute("href", `#t${tile}`);
      painted[i] = tile;
    });
  }

  function restart() {
    cells = film.cells.slice();
    lines = film.lines.slice();
    step = 0;
  }

  function forward() {
    const made = film.steps[step++];
    for (let k = 0; k < made.cells.length; k += 2) cells[made.cells[k] - 1] = made.cells[k + 1];
    for (const [row, text] of made.lines) lines[row - 1] = text;
  }

  // ---- words ----

  // The cells of a row in words: "2 wall, player, 3 floor".
  function rowInWords(row) {
    const runs = [];
    for (let column = 0; column < film.columns; column++) {
      const label = data.tiles[cells[row * film.columns + column] - 1] || "nothing";
      const last = runs[runs.length - 1];
      if (last && last.label === label) last.count++;
      else runs.push({ label, count: 1 });
    }
    return runs.map((run) => (run.count > 1 ? `${run.count} × ` : "") + run.label).join(", ");
  }

  function showWords() {
    byId("text").textContent = lines.join("\n");
    if (!byId("words-box").open) return;
    const rows = [];
    for (let row = 0; row < film.rows; row++) rows.push(element("li", rowInWords(row)));
    fill(byId("words"), rows);
  }

  function sentence(made) {
    if (!made) return "The first position";
    return made.why === undefined ? made.action : `Refused: ${made.why}`;
  }

  function showStatus() {
    const made = step > 0 ? film.steps[step - 1] : null;
    const now = byId("now"), total = film.steps.length;
    const events = made ? made.events : [], status = made ? made.status : film.status;
    now.textContent = sentence(made);
    now.className = made && made.why !== undefined ? "refused" : "";
    fill(byId("events"), events.map((text) => element("li", text)));
    byId("place").textContent = `Step ${step} of ${total}`;
    fill(byId("status"), status.map(([name, value]) => {
      return fill(element("div"), [element("dt", name), element("dd", String(value))]);
    }));
    if (timer === null) {
      const rest = status.map(([name, value]) => `${name} ${value}`);
      byId("spoken").textContent =
        [`Step ${step} of ${total}: ${sentence(made)}`, ...events, ...rest].join(". ");
    }
  }

  function showControls() {
    const total = film.steps.length;
    slider.value = step;
    slider.setAttribute("aria-valuetext", `step ${step} of ${total}`);
    byId("first").disabled = byId("back").disabled = step === 0;
    byId("on").disabled = byId("last").disabled = step === total;
    const items = byId("moves").children, before = byId("moves").querySelector("[aria-current]");
    if (before) before.removeAttribute("aria-current");
    const current = items[step].firstChild;
    current.setAttribute("aria-current", "step");
    keepInView(byId("moves"), current);
    const number = data.films.indexOf(film) + 1;
    // A page inside of another one has no address of its own.
    if (location.protocol !== "about:") history.replaceState(null, "", `#${number}.${step}`);
  }

  // Scrolls the list alone, never the page.
  function keepInView(list, item) {
    const top = item.offsetTop, bottom = top + item.offsetHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  }

  // ---- going through the film ----

  function goTo(wanted) {
    wanted = Math.max(0, Math.min(film.steps.length, wanted));
    if (wanted < step) restart();
    while (step < wanted) forward();
    paint();
    showStatus();
    showWords();
    showControls();
  }

  function pause() {
    clearTimeout(timer);
    timer = null;
    play.classList.remove("playing");
    play.setAttribute("aria-label", "Play");
  }

  function tick() {
    goTo(step + 1);
    if (step < film.steps.length) {
      timer = setTimeout(tick, Number(byId("speed").value));
    } else {
      pause();
      showStatus();
    }
  }

  function start() {
    if (step === film.steps.length) goTo(0);
    play.classList.add("playing");
    play.setAttribute("aria-label", "Pause");
    timer = setTimeout(tick, Number(byId("speed").value));
  }

  function toggle() {
    if (timer === null) {
      start();
    } else {
      pause();
      showStatus();
    }
  }

  function stop(wanted) {
    pause();
    goTo(wanted);
  }

  function faster(by) {
    const speed = byId("speed");
    speed.selectedIndex = Math.max(0, Math.min(speed.length - 1, speed.selectedIndex + by));
  }

  // ---- building the page ----

  function moveButton(made, number) {
    const button = element("button");
    button.type = "button";
    button.append(element("span", String(number), "number"));
    const refused = made && made.why !== undefined;
    button.append(element("span", made ? made.action : "Start", refused ? "refused" : ""));
    if (refused) button.append(element("span", "(refused)", "hidden"));
    button.addEventListener("click", () => stop(number));
    return fill(element("li"), [button]);
  }

  function showReport(report) {
    byId("report").hidden = !report;
    if (!report) return;
    fill(byId("facts"), report.facts.map(([name, value]) => {
      return fill(element("tr"), [element("th", name), element("td", String(value))]);
    }));
    const most = Math.max(...report.depths);
    fill(byId("depths"), report.depths.map((count, depth) => {
      const bar = element("span"), cell = element("td", undefined, "bar");
      bar.style.width = `${100 * count / most}%`;
      return fill(element("tr"), [element("th", String(depth)), element("td", String(count)),
        fill(cell, [bar])]);
    }));
  }

  function show(number, wanted) {
    pause();
    film = data.films[number];
    byId("films").value = number;
    byId("board-title").textContent = film.title;
    byId("board-title").classList.toggle("hidden", data.films.length === 1);
    board.setAttribute("aria-label", `${film.title}: ${film.rows} rows, ${film.columns} columns`);
    slider.max = film.steps.length;
    drawBoard();
    restart();
    fill(byId("moves"), [null, ...film.steps].map(moveButton));
    byId("result").hidden = film.result.length === 0;
    fill(byId("result"), [element("pre", film.result.join("\n"))]);
    showReport(film.report);
    goTo(wanted);
  }

  const keys = {
    ArrowLeft: () => stop(step - 1), ArrowRight: () => stop(step + 1), " ": toggle,
    Home: () => stop(0), End: () => stop(film.steps.length),
    "+": () => faster(1), "-": () => faster(-1),
  };

  document.addEventListener("keydown", (event) => {
    const target = event.target, pressed = keys[event.key];
    const own = target.matches("select, input") || event.key === " " && target.matches("button, summary");
    if (pressed && !own && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      pressed();
    }
  });

  byId("first").addEventListener("click", () => stop(0));
  byId("back").addEventListener("click", () => stop(step - 1));
  byId("on").addEventListener("click", () => stop(step + 1));
  byId("last").addEventListener("click", () => stop(film.steps.length));
  play.addEventListener("click", toggle);
  slider.addEventListener("input", () => stop(Number(slider.value)));
  byId("words-box").addEventListener("toggle", showWords);
  byId("films").addEventListener("change", (event) => show(Number(event.target.value), 0));
  window.addEventListener("resize", fit);

  data.films.forEach((each, i) => {
    const option = element("option", `${i + 1}. ${each.title}`);
    option.value = i;
    byId("films").append(option);
  });
  byId("films-box").hidden = data.films.length < 2;
  const [, number, wanted] = location.hash.match(/^#(\d{1,6})\.(\d{1,7})$/) || [null, data.first, 0];
  show(Math.max(1, Math.min(data.films.length, Number(number))) - 1, Number(wanted));
})();
