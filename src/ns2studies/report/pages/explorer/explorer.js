// The explorer: rows of three tables, filtered and sorted in the page. The address says what is
// shown. Every value becomes text of the page, never markup.
(function () {
  "use strict";

  const ROWS_SHOWN = 50;
  const TYPING_MS = 150;
  // Characters of base64 that are decoded in one go: four are three bytes.
  const PIECE = 4 * 65536;
  const HYPHEN_AS_MINUS = /(?<![\w.)-])-(?=\d)/g;

  const root = document.getElementById("explorer");
  const about = JSON.parse(document.getElementById("explorer-about").textContent);
  const form = root.querySelector("form");
  const grid = root.querySelector("table");
  const region = root.querySelector(".table-scroll");
  const status = document.getElementById("explorer-status");
  const STATE = root.dataset.state.split(" ");
  const collator = new Intl.Collator("en", { numeric: true });
  const digits = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

  const tables = new Map(about.tables.map((table) => [table.name, table]));

  // What is shown: by the keys of the address; empty where there is no wish.
  let state = Object.fromEntries(STATE.map((key) => [key, ""]));
  // Numbers of the rows that fit, in order, of each table.
  const fitting = new Map();
  // The study whose values the filters offer.
  let filled = null;

  // --- Data -----------------------------------------------------------------------------

  // Between two pieces of work a slow phone is its reader's.
  function pause() {
    return new Promise((resolve) => setTimeout(resolve, 0));
  }

  async function unpack(name) {
    const packed = document.getElementById("explorer-" + name).textContent.trim();
    const unpacking = new DecompressionStream("gzip");
    const stream = new Blob(await decoded(packed)).stream().pipeThrough(unpacking);
    const text = await new Response(stream).text();
    const columns = {};
    // A line for each column.
    for (const line of text.split("\n")) {
      await pause();
      const [column, content] = JSON.parse(line);
      columns[column] = content;
    }
    return columns;
  }

  // The bytes behind base64, in pieces.
  async function decoded(text) {
    const pieces = [];
    for (let from = 0; from < text.length; from += PIECE) {
      await pause();
      const piece = atob(text.slice(from, from + PIECE));
      const bytes = new Uint8Array(piece.length);
      for (let at = 0; at < piece.length; at++) bytes[at] = piece.charCodeAt(at);
      pieces.push(bytes);
    }
    return pieces;
  }

  // A text is a code, the place of its value in a list; a number is itself.
  function valueAt(column, row) {
    return column.values[column.codes ? column.codes[row] : row];
  }

  function numberOfRows(table) {
    const first = Object.values(table.data)[0];
    return (first.codes || first.values).length;
  }

  // What people read in the place of a value.
  function words(name, value) {
    if (value === null) return "";
    if (name === "metric" && Object.hasOwn(about.metrics, value)) return about.metrics[value];
    return String(value);
  }

  // --- Rows that fit ----------------------------------------------------------------------

  function phrasesOf(text) {
    const found = text.toLowerCase().matchAll(/"([^"]+)"?|[^\s"]+/g);
    return Array.from(found, (match) => (match[1] || match[0]).trim()).filter(Boolean);
  }

  // Texts are looked at once for each value that occurs, not once for each row.
  function holds(table, phrase) {
    const places = [];
    for (const [name, column] of Object.entries(table.data)) {
      if (!column.codes || name === "address") continue;
      const has = column.values.map(function (value) {
        const shown = name === "metric" ? value + " " + words(name, value) : value;
        return value !== null && shown.toLowerCase().includes(phrase);
      });
      if (has.includes(true)) places.push([column.codes, has]);
    }
    return (row) => places.some(([codes, has]) => has[codes[row]]);
  }

  function conditionsOn(table) {
    const conditions = [];
    for (const name of about.filters) {
      if (!state[name]) continue;
      const column = table.data[name];
      const code = column ? column.values.indexOf(state[name]) : -1;
      conditions.push(code < 0 ? () => false : (row) => column.codes[row] === code);
    }
    for (const phrase of phrasesOf(state.text)) conditions.push(holds(table, phrase));
    return conditions;
  }

  function rowsThatFit(table) {
    const conditions = conditionsOn(table);
    const rows = [];
    for (let row = 0; row < numberOfRows(table); row++) {
      if (conditions.every((fits) => fits(row))) rows.push(row);
    }
    return rows;
  }

  // What a column is sorted by: numbers, or for texts the places of their values among all.
  function keysOf(name, column) {
    if (!column.codes) return (row) => column.values[row];
    const order = column.values.map((value, code) => [words(name, value), code]);
    order.sort((a, b) => collator.compare(a[0], b[0]));
    const place = [];
    order.forEach(([, code], at) => (place[code] = column.values[code] === null ? null : at));
    return (row) => place[column.codes[row]];
  }

  // What is missing comes last, whichever way the rest is sorted.
  function sort(table, rows) {
    const column = table.data[state.sort];
    if (!column) return rows;
    const key = keysOf(state.sort, column);
    const sign = state.order === "descending" ? -1 : 1;
    return rows.sort(function (a, b) {
      const [left, right] = [key(a), key(b)];
      if (left === null || right === null) return (left === null) - (right === null);
      return sign * (left - right);
    });
  }

  // --- Table --------------------------------------------------------------------------------

  function element(name, text, parent) {
    const made = document.createElement(name);
    if (text) made.textContent = text;
    parent.append(made);
    return made;
  }

  function clamped(text, cell) {
    const made = element("div", text, cell);
    made.className = "clamped";
    return made;
  }

  function badge(verdict, cell) {
    cell.className = "verdict";
    const [sign, tone] = Object.hasOwn(about.verdicts, verdict) ? about.verdicts[verdict] : ["", "neutral"];
    const made = element("span", "", cell);
    made.className = "badge badge-" + tone;
    element("span", sign, made).setAttribute("aria-hidden", "true");
    made.append(" " + verdict);
  }

  function headCell(table, shown, value, row, line) {
    const cell = element("th", "", line);
    cell.scope = "row";
    cell.className = "words";
    const address = table.data.address ? valueAt(table.data.address, row) : null;
    const text = clamped("", cell);
    if (address) element("a", value, text).href = address;
    else text.textContent = value;
    below(table, shown, row, cell);
  }

  function cellOf(table, shown, row, line) {
    const value = valueAt(table.data[shown.name], row);
    const text = words(shown.name, value);
    if (shown.kind === "head") {
      headCell(table, shown, text, row, line);
      return;
    }
    const cell = element("td", "", line);
    cell.dataset.label = shown.label;
    if (shown.kind === "number" || shown.kind === "words") cell.className = shown.kind;
    if (value !== null && shown.kind === "badge") badge(text, cell);
    else if (shown.kind === "words") clamped(text, cell);
    else if (value !== null) cell.textContent = typeof value === "number" ? numeral(value) : text;
    below(table, shown, row, cell);
  }

  function below(table, shown, row, cell) {
    for (const name of shown.below) {
      const value = valueAt(table.data[name], row);
      const isNumber = typeof value === "number";
      const text = isNumber ? numeral(value) : words(name, value).replace(HYPHEN_AS_MINUS, "\u2212");
      if (text) clamped(text, cell).classList.add("note-below");
    }
  }

  function numeral(value) {
    return digits.format(value).replace(/,/g, "\u202f").replace("-", "\u2212");
  }

  function heading(shown, line) {
    const cell = element("th", "", line);
    cell.scope = "col";
    if (shown.kind === "number") cell.className = "number";
    const button = element("button", shown.label, cell);
    button.type = "button";
    button.className = "sort";
    if (shown.name === state.sort) cell.setAttribute("aria-sort", state.order || "ascending");
    button.addEventListener("click", () => sortBy(shown.name));
  }

  function sortBy(name) {
    const turned = state.sort === name && state.order !== "descending";
    change({ sort: name, order: turned ? "descending" : "", row: "" });
    // The headings are new.
    const at = tables.get(state.table).shown.findIndex((shown) => shown.name === name);
    grid.tHead.rows[0].cells[at].querySelector("button").focus();
  }

  function firstRow(rows) {
    const wanted = Math.max(1, Number.parseInt(state.row, 10) || 1);
    const last = Math.max(1, rows.length);
    return Math.floor((Math.min(wanted, last) - 1) / ROWS_SHOWN) * ROWS_SHOWN;
  }

  function drawTable() {
    const table = tables.get(state.table);
    const rows = fitting.get(state.table);
    const first = firstRow(rows);
    const body = document.createDocumentFragment();
    for (const row of rows.slice(first, first + ROWS_SHOWN)) {
      const line = element("tr", "", body);
      table.shown.forEach((shown) => cellOf(table, shown, row, line));
    }
    const line = document.createElement("tr");
    table.shown.forEach((shown) => heading(shown, line));
    grid.tHead.replaceChildren(line);
    grid.tBodies[0].replaceChildren(body);
    const to = Math.min(first + ROWS_SHOWN, rows.length);
    const which = rows.length ? `, rows ${numeral(first + 1)} to ${numeral(to)}` : ": none";
    grid.caption.firstElementChild.textContent = table.title + which;
    document.getElementById("explorer-before").disabled = first === 0;
    document.getElementById("explorer-after").disabled = to >= rows.length;
    document.getElementById("explorer-csv").disabled = rows.length === 0;
  }

  // --- Controls -------------------------------------------------------------------------------

  function drawControls() {
    for (const button of root.querySelectorAll("[data-table]")) {
      const table = tables.get(button.dataset.table);
      const number = numeral(fitting.get(table.name).length);
      button.textContent = `${table.title}: ${number} of ${numeral(numberOfRows(table))}`;
      button.setAttribute("aria-pressed", String(table.name === state.table));
    }
    if (filled !== state.study) fillFilters();
    for (const name of about.filters) choose(form.elements[name], state[name]);
    if (form.elements.text.value !== state.text) form.elements.text.value = state.text;
    const counts = Array.from(tables.values(), function (table) {
      return `${numeral(fitting.get(table.name).length)} ${table.title.toLowerCase()}`;
    });
    status.textContent = `These filters leave ${counts.join(", ")}.`;
  }

  // An address may name what is not here: the control says so.
  function choose(select, value) {
    if (!Array.from(select.options).some((option) => option.value === value)) {
      element("option", value + " (none here)", select).value = value;
    }
    select.value = value;
  }

  // The values of a column in the rows of the chosen study.
  function valuesOf(name) {
    const found = new Set();
    for (const table of tables.values()) {
      const column = table.data[name];
      if (!column) continue;
      const study = table.data.study.values.indexOf(state.study);
      const chosen = name !== "study" && state.study;
      column.codes.forEach(function (code, row) {
        if (!chosen || table.data.study.codes[row] === study) found.add(column.values[code]);
      });
    }
    found.delete(null);
    return found;
  }

  function fillFilters() {
    for (const name of about.filters) {
      const options = Array.from(valuesOf(name), (value) => [words(name, value), value]);
      options.sort((a, b) => collator.compare(a[0], b[0]));
      form.elements[name].length = 1;
      for (const [text, value] of options) {
        element("option", text, form.elements[name]).value = value;
      }
    }
    filled = state.study;
  }

  function setUpControls() {
    let waiting = 0;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", function (event) {
      change({ [event.target.name]: event.target.value, row: "" });
    });
    form.elements.text.addEventListener("input", function (event) {
      clearTimeout(waiting);
      waiting = setTimeout(() => change({ text: event.target.value, row: "" }), TYPING_MS);
    });
    form.addEventListener("reset", function (event) {
      event.preventDefault();
      clearTimeout(waiting);
      const empty = Object.fromEntries(STATE.map((key) => [key, ""]));
      change({ ...empty, table: state.table });
    });
    for (const button of root.querySelectorAll("[data-table]")) {
      button.addEventListener("click", function () {
        change({ table: button.dataset.table, sort: "", order: "", row: "" });
      });
    }
    document.getElementById("explorer-before").addEventListener("click", () => turn(-ROWS_SHOWN));
    document.getElementById("explorer-after").addEventListener("click", () => turn(ROWS_SHOWN));
    document.getElementById("explorer-csv").addEventListener("click", download);
    document.getElementById("explorer-whole").addEventListener("click", function (event) {
      const whole = grid.classList.toggle("whole");
      event.currentTarget.setAttribute("aria-pressed", String(whole));
    });
  }

  function turn(rows) {
    const first = firstRow(fitting.get(state.table)) + 1 + rows;
    change({ row: first > 1 ? String(first) : "" });
    region.scrollIntoView({ block: "start" });
    // A button that can't be pressed any more loses the focus.
    if (!root.contains(document.activeElement)) region.focus();
  }

  // --- CSV ------------------------------------------------------------------------------------

  // As DuckDB and Polars write it: nothing for what is missing, "" for an empty text.
  function field(value) {
    if (value === null) return "";
    const text = String(value);
    return text === "" || /[",\r\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
  }

  function csvOf(table, rows) {
    const names = Object.keys(table.data).filter((name) => name !== "address");
    const columns = names.map((name) => table.data[name]);
    const lines = rows.map((row) => columns.map((it) => field(valueAt(it, row))).join(","));
    return [names.map(field).join(","), ...lines, ""].join("\n");
  }

  function download() {
    const text = csvOf(tables.get(state.table), fitting.get(state.table));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    link.download = state.table + ".csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  // --- Address ----------------------------------------------------------------------------------

  // Any other address, such as that of a heading, says nothing about rows.
  function readAddress() {
    const hash = window.location.hash.slice(1);
    if (hash && !hash.includes("=")) return;
    const said = new URLSearchParams(hash);
    state = Object.fromEntries(STATE.map((key) => [key, said.get(key) || ""]));
  }

  function writeAddress() {
    const said = new URLSearchParams();
    for (const key of STATE) if (state[key]) said.set(key, state[key]);
    history.replaceState(null, "", "#" + said);
  }

  function change(wishes) {
    Object.assign(state, wishes);
    show();
    writeAddress();
  }

  function fit(table) {
    fitting.set(table.name, rowsThatFit(table));
  }

  function show() {
    for (const table of tables.values()) fit(table);
    draw();
  }

  function draw() {
    if (!tables.has(state.table)) {
      const names = Array.from(tables.keys());
      state.table = names.find((name) => fitting.get(name).length) || names[0];
    }
    sort(tables.get(state.table), fitting.get(state.table));
    drawControls();
    drawTable();
  }

  // ----------------------------------------------------------------------------------------------

  function fail(message) {
    const place = document.getElementById("explorer-failure");
    place.textContent = message + " The rows are in the database, too: ./reproduce sql asks it.";
    place.hidden = false;
    root.hidden = true;
  }

  async function start() {
    if (!window.DecompressionStream) {
      fail("This browser can't unpack the rows; those of May 2023 and later can.");
      return;
    }
    root.hidden = false;
    try {
      for (const table of tables.values()) {
        await pause();
        table.data = await unpack(table.name);
      }
    } catch (error) {
      fail("The rows in this page are damaged (" + error.message + ").");
      return;
    }
    await pause();
    readAddress();
    setUpControls();
    window.addEventListener("hashchange", function () {
      readAddress();
      show();
    });
    // As show() does, but with pauses.
    for (const table of tables.values()) {
      await pause();
      fit(table);
    }
    await pause();
    draw();
    root.dataset.ready = "yes";
  }

  start();
})();
