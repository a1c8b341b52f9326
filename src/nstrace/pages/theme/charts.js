// Charts: drawn in the reader's colour theme when they come near the window, one after the other
// and each in steps, so that a slow phone stays free for its reader. Without script, on paper, and
// where something fails, the drawing that the page brings along is shown.
(function () {
  "use strict";

  const root = document.documentElement;
  const NEAR = "500px 0px";
  const waiting = [];
  const drawings = new Map();
  let busy = null;
  let library = null;

  function themeName() {
    const system = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    return root.dataset.theme || system;
  }

  function themeOf(name) {
    const element = document.getElementById("chart-themes");
    return (element && JSON.parse(element.textContent)[name]) || {};
  }

  function pause() {
    return new Promise((resolve) => setTimeout(resolve, 0));
  }

  // The library is text in the page. As a file of its own the browser reads it beside its work.
  function loadLibrary() {
    const text = document.getElementById("chart-library");
    if (!text) return Promise.reject(new Error("the page has no library for charts"));
    const address = URL.createObjectURL(new Blob([text.textContent], { type: "text/javascript" }));
    return new Promise(function (resolve, reject) {
      const script = document.createElement("script");
      script.addEventListener("load", () => resolve(window.chartLibrary));
      script.addEventListener("error", () => reject(new Error("the library can't be run")));
      script.src = address;
      document.head.append(script);
    }).finally(() => URL.revokeObjectURL(address));
  }

  // Without its rows a specification is compiled in a fraction of the time.
  async function runtimeOf(figure, config) {
    const spec = JSON.parse(figure.querySelector(".chart-spec").textContent);
    const rows = spec.datasets || {};
    delete spec.datasets;
    await pause();
    const compiled = library.compile(spec, { config: config }).spec;
    for (const entry of compiled.data || []) {
      if (Object.hasOwn(rows, entry.name)) entry.values = rows[entry.name];
    }
    await pause();
    return library.vega.parse(compiled);
  }

  // Sliders stand beside the drawing, which is one image for those who can't see it.
  function takeControls(figure) {
    const controls = figure.querySelector(".chart-controls");
    if (!controls) return { element: undefined, restore: () => undefined };
    const chosen = Array.from(controls.querySelectorAll("input"), (input) => input.value);
    controls.replaceChildren();
    return {
      element: controls,
      restore: function () {
        chosen.forEach(function (value, index) {
          const input = controls.querySelectorAll("input")[index];
          input.value = value;
          input.dispatchEvent(new Event("input"));
        });
      },
    };
  }

  async function draw(figure) {
    library = library || (await loadLibrary());
    await pause();
    const theme = themeName();
    const runtime = await runtimeOf(figure, themeOf(theme));
    await pause();
    const live = figure.querySelector(".chart-live");
    const controls = takeControls(figure);
    live.hidden = false;
    const view = new library.vega.View(runtime, { renderer: "svg" });
    const tooltip = new library.Tooltip({ theme: theme });
    view.tooltip(tooltip.call);
    await pause();
    await view.initialize(live.firstElementChild, controls.element).runAsync();
    const before = drawings.get(figure);
    if (before) before.finalize();
    drawings.set(figure, view);
    controls.restore();
    figure.classList.add("drawn");
    figure.dispatchEvent(new CustomEvent("chart-drawn", { bubbles: true, detail: view }));
  }

  async function drawWaiting() {
    root.dataset.charts = "drawing";
    while (waiting.length) {
      const figure = waiting.shift();
      try {
        await draw(figure);
      } catch (error) {
        // The static drawing comes into sight; the console says why.
        figure.classList.add("failed");
        figure.querySelector(".chart-live").hidden = true;
        console.error("chart " + figure.id + ": " + error);
      }
      await pause();
    }
    root.dataset.charts = "drawn";
    busy = null;
  }

  function wish(figures) {
    waiting.push(...figures.filter((figure) => !waiting.includes(figure)));
    if (waiting.length && !busy) busy = drawWaiting();
    return busy || Promise.resolve();
  }

  const figures = Array.from(document.querySelectorAll("figure.chart:has(.chart-spec)"));
  const observer = new IntersectionObserver(
    function (entries) {
      const near = entries.filter((entry) => entry.isIntersecting).map((entry) => entry.target);
      near.forEach((figure) => observer.unobserve(figure));
      wish(near);
      if (!busy) root.dataset.charts = "drawn";
    },
    { rootMargin: NEAR },
  );
  figures.forEach((figure) => observer.observe(figure));

  // All that was drawn in the other theme is drawn again when it is near.
  function redraw() {
    if (drawings.size) root.dataset.charts = "drawing";
    for (const figure of drawings.keys()) {
      observer.unobserve(figure);
      observer.observe(figure);
    }
  }

  document.addEventListener("theme-changed", redraw);
  // Whoever takes a picture of the whole page has all charts drawn by this.
  window.drawAllCharts = function () {
    figures.forEach((figure) => observer.unobserve(figure));
    return wish(figures.filter((figure) => !drawings.has(figure)));
  };
})();
