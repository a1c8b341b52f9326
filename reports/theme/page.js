// What a report's page does beyond showing text: draws the charts in the reader's colour
// theme, sorts tables, folds the contents. Without script the page still shows everything.
(function () {
  "use strict";

  const THEME_KEY = "ns2studies-theme";
  const root = document.documentElement;
  const darkSystem = window.matchMedia("(prefers-color-scheme: dark)");
  const drawings = [];

  function currentTheme() {
    return root.dataset.theme || (darkSystem.matches ? "dark" : "light");
  }

  // --- Colour theme -------------------------------------------------------------------

  function showToggle(button) {
    const other = currentTheme() === "dark" ? "Light" : "Dark";
    button.textContent = other + " theme";
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
      showToggle(button);
      drawCharts();
    });
    darkSystem.addEventListener("change", function () {
      showToggle(button);
      drawCharts();
    });
  }

  // --- Charts -------------------------------------------------------------------------

  function chartThemes() {
    const element = document.getElementById("chart-themes");
    return element ? JSON.parse(element.textContent) : {};
  }

  function drawChart(figure, config) {
    const spec = JSON.parse(figure.querySelector(".chart-spec").textContent);
    const live = figure.querySelector(".chart-live");
    live.hidden = false;
    const options = {
      mode: "vega-lite",
      actions: false,
      renderer: "svg",
      config: config,
      tooltip: { theme: currentTheme() },
    };
    // Sliders stand beside the drawing, which is one image for those who can't see it.
    const controls = figure.querySelector(".chart-controls");
    const chosen = controls ? Array.from(controls.querySelectorAll("input"), (i) => i.value) : [];
    if (controls) {
      controls.replaceChildren();
      options.bind = controls;
    }
    return window.vegaEmbed(live.firstElementChild, spec, options).then(
      function (result) {
        figure.classList.add("drawn");
        chosen.forEach(function (value, index) {
          const input = controls.querySelectorAll("input")[index];
          input.value = value;
          input.dispatchEvent(new Event("input"));
        });
        return result;
      },
      function (error) {
        // The static drawing stays in sight; the console says why.
        live.hidden = true;
        console.error("chart " + figure.id + ": " + error);
        return null;
      },
    );
  }

  function drawCharts() {
    const figures = document.querySelectorAll("figure.chart:has(.chart-spec)");
    if (!figures.length || !window.vegaEmbed) return Promise.resolve();
    drawings.splice(0).forEach((drawing) => drawing && drawing.finalize());
    const config = chartThemes()[currentTheme()] || {};
    root.dataset.charts = "drawing";
    return Promise.all(Array.from(figures, (figure) => drawChart(figure, config))).then(
      function (results) {
        drawings.push(...results);
        root.dataset.charts = "drawn";
      },
    );
  }

  // --- Tables -------------------------------------------------------------------------

  function sortKey(row, column) {
    const text = row.cells[column].textContent.trim();
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
  function setUpScrolling() {
    for (const region of document.querySelectorAll(".table-scroll")) {
      const wide = region.scrollWidth > region.clientWidth;
      region.classList.toggle("wide", wide);
      if (wide || region.scrollHeight > region.clientHeight + 1) region.tabIndex = 0;
      else region.removeAttribute("tabindex");
    }
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
    fold(window.matchMedia("(max-width: 82rem)").matches);
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

  // ------------------------------------------------------------------------------------

  setUpTheme();
  setUpContents();
  document.querySelectorAll("table[data-sortable]").forEach(setUpSorting);
  setUpScrolling();
  drawCharts().then(setUpScrolling);
  window.addEventListener("resize", setUpScrolling);
  document.addEventListener("toggle", setUpScrolling, true);
})();
