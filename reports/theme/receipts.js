// Receipts: a number of ours, or a claim's verdict, opens what it was made of, and the commands
// that make it again. The data stands once in the page; a dialog is filled when it is asked for.
(function () {
  "use strict";

  const data = document.getElementById("receipts");
  const dialog = document.getElementById("receipt");
  if (!data || !dialog || !dialog.showModal) return;
  // Inside a folded part it would not be seen.
  document.body.append(dialog);
  let facts = null;

  function known() {
    facts = facts || JSON.parse(data.textContent);
    return facts;
  }

  function element(name, text, parent, className) {
    const made = document.createElement(name);
    if (text) made.textContent = text;
    if (className) made.className = className;
    if (parent) parent.append(made);
    return made;
  }

  function quoted(text) {
    return "'" + String(text).replace(/'/g, "''") + "'";
  }

  function shell(text) {
    const plain = /^[\w@%+=:,./-]+$/.test(text);
    return plain ? text : "'" + text.replace(/'/g, "'\"'\"'") + "'";
  }

  // SQL is full of single quotes.
  function queryCommand(sql) {
    return "./reproduce sql " + (/[$`\\"!]/.test(sql) ? shell(sql) : '"' + sql + '"');
  }

  function valueQuery(scenario, metric, subject) {
    const where = { study: known().study, scenario: scenario, metric: metric };
    const conditions = Object.entries(where).map(([name, value]) => name + " = " + quoted(value));
    const isOfSeveral = subject.endsWith("*");
    conditions.push("subject " + (isOfSeveral ? "GLOB " : "= ") + quoted(subject));
    const shown = (isOfSeveral ? "subject, " : "") + "n, mean, ci_low, ci_high, unit";
    return "SELECT " + shown + " FROM estimates WHERE " + conditions.join(" AND ");
  }

  // A quantity may be the mean over all subjects whose names begin alike: "link *".
  function ofWords(subject) {
    return "Of: " + subject + (subject.endsWith("*") ? ", the mean over all of them" : "");
  }

  function part(title) {
    return element("h3", title, dialog);
  }

  function code(text) {
    const block = element("pre", "", dialog);
    block.tabIndex = 0;
    element("code", text, block);
  }

  function table(headings, rows) {
    const region = element("div", "", dialog, "table-scroll");
    const made = element("table", "", region, "data");
    const head = element("tr", "", element("thead", "", made));
    headings.forEach((heading) => element("th", heading, head).setAttribute("scope", "col"));
    const body = element("tbody", "", made);
    for (const row of rows) {
      const line = element("tr", "", body);
      row.forEach((value) => element("td", String(value), line));
    }
  }

  function open(title, verdict) {
    dialog.replaceChildren();
    const close = element("button", "Close", dialog, "close");
    close.type = "button";
    close.addEventListener("click", () => dialog.close());
    element("h2", title, dialog).id = "receipt-title";
    if (verdict) element("p", verdict, dialog);
  }

  function sources() {
    part("Programs");
    const digests = Object.entries(known().digests).map(([name, ids]) => [name, ids.join(" ")]);
    table(["What", "Digest (SHA-256)"], digests);
  }

  // What a study derives is of no scenario, but may say in its name of which one it is made.
  function scenarioOf(scenario, subject) {
    const first = (subject || "").split(" ")[0];
    return scenario === "" && known().scenarios[first] ? first : scenario;
  }

  function showScenario(scenario) {
    const found = known().scenarios[scenario];
    part("Scenario");
    if (scenario) element("p", known().study + "/" + scenario, dialog);
    if (!found) {
      element("p", "Not run, or made of several scenarios by its query.", dialog);
      return;
    }
    const [places, runs] = found;
    const differences = places.map((place) => known().differences[place]);
    if (differences.length) {
      element("p", "Parameters that are not as in most scenarios of this study:", dialog);
      table(["Parameter", "Here", "Most"], differences);
    } else {
      element("p", "All parameters are as in most scenarios of this study.", dialog);
    }
    part(runs.length === 1 ? "One run" : runs.length + " runs");
    table(["Seed", "Run"], runs);
  }

  function showMetric(name) {
    const metric = known().metrics[name];
    if (!metric) return;
    part(metric.title + (metric.unit ? " (" + metric.unit + ")" : ""));
    element("p", metric.definition + " Source: " + metric.source + ".", dialog);
    const details = element("details", "", dialog);
    element("summary", "Its query, over the tables of a run", details);
    const block = element("pre", "", details);
    block.tabIndex = 0;
    element("code", metric.sql.trim(), block);
  }

  function commands(scenarios, queries) {
    part("Make it again");
    const lines = ["# all of the study; what is finished already is not run again", known().remake];
    for (const scenario of scenarios) {
      const found = known().scenarios[scenario];
      if (!found || !found[1].length) continue;
      const name = shell(known().study + "/" + scenario);
      lines.push(
        "# one run's trace, by itself",
        "./reproduce scenario " + name + " --seed " + found[1][0][0] + " -o run.tcl",
        "./reproduce ns run.tcl traces",
      );
    }
    lines.push("# the number", ...queries);
    code(lines.join("\n"));
  }

  function showNumber(title, scenario, metric, subject) {
    open(title, "");
    showMetric(metric);
    if (subject) element("p", ofWords(subject), dialog);
    const shown = scenarioOf(scenario, subject);
    showScenario(shown);
    const sql = valueQuery(scenario, metric, subject);
    commands([shown], [queryCommand(sql)]);
    sources();
    dialog.showModal();
  }

  function showClaim(claim) {
    const [statement, verdict, evidence, sql, command] = claim;
    open(statement, verdict + ": " + evidence);
    part("Its query");
    code(sql.trim());
    commands([], [command]);
    sources();
    dialog.showModal();
  }

  // The chart or table that a row or point is of.
  function blockOf(place) {
    return place.closest("figure") || place.closest(".table-block");
  }

  // The queries told below a chart or table, as the commands that ask them.
  function askedBelow(place) {
    const block = blockOf(place);
    let next = block && (block.querySelector(":scope > details.asked") || block);
    while (next && !next.matches("details.asked")) next = next.nextElementSibling;
    return next ? Array.from(next.querySelectorAll("code"), (it) => it.textContent) : [];
  }

  // What was calculated from the runs of one scenario or, with blanks between, of several.
  function showCalculated(title, scenarios, place) {
    open(title, "Calculated from these runs.");
    scenarios.forEach(showScenario);
    commands(scenarios, askedBelow(place));
    sources();
    dialog.showModal();
  }

  // The number itself becomes the button, without what stands below it.
  function opener(cell, name, show) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "receipt-opener";
    button.setAttribute("aria-haspopup", "dialog");
    button.title = "Receipt: " + name;
    const below = cell.querySelector(":scope > .note-below");
    button.append(...Array.from(cell.childNodes).filter((node) => node !== below));
    button.addEventListener("click", show);
    cell.prepend(button);
  }

  function setUpCells() {
    for (const [id, cell] of Object.entries(known().cells)) {
      const place = document.getElementById(id);
      const number = place && (place.matches("td") ? place : place.querySelector(".ours"));
      if (number) opener(number, cell[0], () => showNumber(...cell));
    }
  }

  function setUpClaims() {
    for (const [id, claim] of Object.entries(known().claims)) {
      const place = document.getElementById(id);
      const verdict = place && place.querySelector(".badge");
      if (!verdict) continue;
      const holder = document.createElement("span");
      verdict.replaceWith(holder);
      holder.append(verdict);
      opener(holder, claim[0], () => showClaim(claim));
    }
  }

  // Rows of a table, and a chart's points, know their estimate, or the scenarios behind them.
  function showPoint(row, place) {
    const { scenario, metric, subject } = row;
    if (!metric) {
      const title = blockOf(place).querySelector(".chart-title, caption");
      showCalculated(title.textContent.trim(), scenario.split(" "), place);
      return;
    }
    const title = known().metrics[metric] ? known().metrics[metric].title : metric;
    showNumber(title, scenario, metric, subject);
  }

  function setUpPoints() {
    for (const place of document.querySelectorAll("tr[data-receipt]")) {
      const [scenario, metric, subject] = JSON.parse(place.dataset.receipt);
      const cell = place.querySelector(".ours") || place.cells[0];
      const row = { scenario: scenario, metric: metric, subject: subject };
      opener(cell, scenario, () => showPoint(row, place));
    }
    document.addEventListener("chart-drawn", function (event) {
      event.detail.addEventListener("click", function (_, item) {
        if (item && item.datum && item.datum.scenario) showPoint(item.datum, event.target);
      });
    });
  }

  dialog.addEventListener("click", function (event) {
    if (event.target === dialog) dialog.close();
  });

  setTimeout(function () {
    setUpCells();
    setUpClaims();
    setUpPoints();
  }, 0);
})();
