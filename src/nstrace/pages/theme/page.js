// What a report's page does beyond showing text: remembers the reader's colour theme, sorts
// tables, folds the contents. Without script the page still shows everything.
(function () {
  "use strict";

  const THEME_KEY = "ns2studies-theme";
  const root = document.documentElement;
  const darkSystem = window.matchMedia("(prefers-color-scheme: dark)");

  function currentTheme() {
    return root.dataset.theme || (darkSystem.matches ? "dark" : "light");
  }

  // --- Colour theme -------------------------------------------------------------------

  function showToggle(button) {
    const other = currentTheme() === "dark" ? "Light" : "Dark";
    button.textContent = other + " theme";
  }

  function changed(button) {
    showToggle(button);
    document.dispatchEvent(new Event("theme-changed"));
  }

  function setUpTheme() {
    const button = document.getElementById("theme-toggle");
    if (!button) return;
    button.hidden = false;
    showToggle(button);
    button.addEventListener("click", function () {
      root.dataset.theme = currentTheme() === "dark" ? "light" : "dark";
      try {
        localStorage.setItem(THEME_KEY, root.dataset.theme);
      } catch (error) {
        // Without storage the choice lasts as long as the page.
      }
      changed(button);
    });
    darkSystem.addEventListener("change", () => changed(button));
  }

  // --- Tables -------------------------------------------------------------------------

  function sortKey(row, column) {
    const cell = row.cells[column];
    const below = cell.querySelector(".note-below");
    const whole = cell.textContent;
    const text = (below ? whole.slice(0, -below.textContent.length || undefined) : whole).trim();
    const value = Number(text.replace(/\u2212/g, "-").replace(/[%\s]/g, ""));
    return text === "" || text === "–" ? null : Number.isNaN(value) ? text : value;
  }

  // What is missing comes last, whichever way the rest is sorted.
  function inOrder(a, b, ascending) {
    if (a === null || b === null) return (a === null) - (b === null);
    return ascending ? compare(a, b) : compare(b, a);
  }

  function compare(a, b) {
    if (typeof a === "number" && typeof b === "number") return a - b;
    return String(a).localeCompare(String(b), "en", { numeric: true });
  }

  function sortTable(table, header) {
    const ascending = header.getAttribute("aria-sort") !== "ascending";
    const body = table.tBodies[0];
    const rows = Array.from(body.rows, (row) => [sortKey(row, header.cellIndex), row]);
    rows.sort((a, b) => inOrder(a[0], b[0], ascending));
    body.append(...rows.map((entry) => entry[1]));
    for (const other of header.parentElement.cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", ascending ? "ascending" : "descending");
  }

  function setUpSorting(table) {
    for (const header of table.tHead.rows[0].cells) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...header.childNodes);
      button.addEventListener("click", () => sortTable(table, header));
      header.append(button);
    }
  }

  // A region that does not scroll needs no stop for the tab key.
  const watched = new ResizeObserver(function (entries) {
    for (const entry of entries) {
      const region = entry.target;
      const wide = region.scrollWidth > region.clientWidth;
      region.classList.toggle("wide", wide);
      if (wide || region.scrollHeight > region.clientHeight + 1) region.tabIndex = 0;
      else region.removeAttribute("tabindex");
    }
  });

  // --- Cards: rows of a table in a narrow window --------------------------------------

  function setUpFolding(region) {
    const rows = region.querySelectorAll("tbody tr").length;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "show-all";
    button.textContent = "Show all " + rows;
    button.addEventListener("click", function () {
      const first = region.querySelector("tbody tr:nth-child(6)");
      region.classList.add("whole");
      if (first) first.setAttribute("tabindex", "-1");
      if (first) first.focus();
    });
    region.append(button);
  }

  // A link may lead to a card that is folded away, or to what is inside a closed part.
  function comeToTarget() {
    const id = decodeURIComponent(window.location.hash.slice(1));
    const target = id && document.getElementById(id);
    if (!target) return;
    const region = target.closest(".cards.long");
    if (region) region.classList.add("whole");
    for (let at = target.closest("details"); at; at = at.parentElement.closest("details")) {
      at.open = true;
    }
    target.scrollIntoView({ behavior: "instant" });
  }

  // --- Background: parts to look things up in, folded ----------------------------------

  function foldBackground(section) {
    const heading = section.querySelector("h2");
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    summary.append(heading);
    details.append(summary, ...section.childNodes);
    section.append(details);
  }

  // --- Map: one stop for the tab key in each, arrow keys inside -------------------------

  const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

  function setUpMap(map) {
    const squares = Array.from(map.querySelectorAll("a.map-sign"));
    const stopAt = (chosen) => squares.forEach((it) => (it.tabIndex = it === chosen ? 0 : -1));
    stopAt(squares[0]);
    map.addEventListener("keydown", function (event) {
      const at = squares.indexOf(document.activeElement);
      const ends = { Home: 0, End: squares.length - 1 };
      const to = event.key in ends ? ends[event.key] : at + (STEPS[event.key] || 0);
      if (at < 0 || to === at || !squares[to]) return;
      event.preventDefault();
      squares[to].focus();
    });
    map.addEventListener("focusin", (event) => stopAt(event.target));
  }

  // --- Contents -----------------------------------------------------------------------

  function setUpContents() {
    const contents = document.getElementById("TOC");
    const title = document.getElementById("toc-title");
    if (!contents || !title) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...title.childNodes);
    title.append(button);
    const fold = function (folded) {
      contents.dataset.folded = folded ? "yes" : "no";
      button.setAttribute("aria-expanded", String(!folded));
    };
    fold(window.matchMedia("(max-width: 63.99rem)").matches);
    button.addEventListener("click", () => fold(contents.dataset.folded !== "yes"));
    followReading(contents);
  }

  // Marks the last heading above the upper quarter of the window.
  function followReading(contents) {
    const places = [];
    for (const link of contents.querySelectorAll("a[href^='#']")) {
      const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      if (heading) places.push([heading, link]);
    }
    let marked = null;
    const mark = function () {
      const line = window.innerHeight / 4;
      const above = places.filter((place) => place[0].getBoundingClientRect().top < line);
      const link = above.length ? above[above.length - 1][1] : null;
      if (link === marked) return;
      if (marked) marked.removeAttribute("aria-current");
      if (link) link.setAttribute("aria-current", "location");
      marked = link;
    };
    let waiting = false;
    window.addEventListener("scroll", function () {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(function () {
        waiting = false;
        mark();
      });
    });
    mark();
  }

  // --- Sections -----------------------------------------------------------------------

  // A section that is one chart with a few words is as wide as half of a wide page.
  function takesHalf(section) {
    const figures = section.querySelectorAll(":scope > figure.chart");
    return figures.length === 1 && !section.querySelector(":scope > :is(.table-block, section)");
  }

  // The last of an odd number in a row has no neighbour: its claims stand beside its chart.
  function pairSections(parent) {
    let row = [];
    const end = function () {
      if (row.length % 2) row[row.length - 1].classList.add("lone");
      row = [];
    };
    for (const section of parent.children) {
      if (section.matches("section.level3") && takesHalf(section)) {
        section.classList.add("pairing");
        row.push(section);
      } else {
        end();
      }
    }
    end();
  }

  // ------------------------------------------------------------------------------------

  setUpTheme();
  document.querySelectorAll("section.level2").forEach(pairSections);
  document.querySelectorAll("section.background").forEach(foldBackground);
  setUpContents();
  document.querySelectorAll("table[data-sortable]").forEach(setUpSorting);
  document.querySelectorAll(".text-map").forEach(setUpMap);
  document.querySelectorAll(".cards.long").forEach(setUpFolding);
  const regions = document.querySelectorAll(".table-scroll, pre, math[display='block']");
  regions.forEach((region) => watched.observe(region));
  window.addEventListener("hashchange", comeToTarget);
  comeToTarget();
})();
