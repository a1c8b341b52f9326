// Charts: drawn in the reader's colour theme and as wide as their column when they come near the
// window, by a worker, so that a slow phone stays free for its reader; with tooltips, highlight and
// zoom when the reader touches or focuses one. Until then, without script, on paper, and where
// something fails, the drawing that the page brings along is shown.
(function () {
  "use strict";

  const root = document.documentElement;
  const NEAR = "500px 0px";
  const waiting = [];
  const drawings = new Map();
  const asked = new Map();
  let busy = null;
  let library = null;
  let worker = null;

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
  function addressOf(...texts) {
    return URL.createObjectURL(new Blob(texts, { type: "text/javascript" }));
  }

  function textOfLibrary() {
    const text = document.getElementById("chart-library");
    if (!text) throw new Error("the page has no library for charts");
    return text.textContent;
  }

  async function loadLibrary() {
    const address = addressOf(textOfLibrary());
    return new Promise(function (resolve, reject) {
      const script = document.createElement("script");
      script.addEventListener("load", () => resolve(window.chartLibrary));
      script.addEventListener("error", () => reject(new Error("the library can't be run")));
      script.src = address;
      document.head.append(script);
    }).finally(() => URL.revokeObjectURL(address));
  }

  // --- The worker -----------------------------------------------------------------------

  // Runs in the worker: compiles a chart, and draws it unless it is to be drawn live.
  function work() {
    "use strict";
    self.window = self;
    // Texts are measured on a canvas.
    self.document = { createElement: () => new OffscreenCanvas(1, 1) };

    // Without its rows a specification is compiled in a fraction of the time.
    function compiled(wish) {
      const spec = JSON.parse(wish.spec);
      const rows = spec.datasets || {};
      delete spec.datasets;
      const beside = spec.usermeta && spec.usermeta.beside;
      if (beside) spec.spec.width = wish.width - beside;
      if (!wish.live && spec.width === "container") spec.width = wish.width;
      const made = self.chartLibrary.compile(spec, { config: wish.config }).spec;
      for (const entry of made.data || []) {
        if (Object.hasOwn(rows, entry.name)) entry.values = rows[entry.name];
      }
      return made;
    }

    async function drawn(wish) {
      const made = compiled(wish);
      if (wish.live) return made;
      const vega = self.chartLibrary.vega;
      const svg = await new vega.View(vega.parse(made), { renderer: "none" }).toSVG();
      const own = wish.id + "-fitted-";
      return svg
        .replace(/\bid="/g, 'id="' + own)
        .replace(/url\(#/g, "url(#" + own)
        .replace(/href="#/g, 'href="#' + own);
    }

    self.addEventListener("message", async function (event) {
      const wish = event.data;
      try {
        self.postMessage({ number: wish.number, result: await drawn(wish) });
      } catch (error) {
        self.postMessage({ number: wish.number, error: String(error) });
      }
    });
  }

  function startWorker() {
    const made = new Worker(addressOf("(" + work + ")();\n", textOfLibrary()));
    made.addEventListener("message", function (event) {
      const { resolve, reject } = asked.get(event.data.number);
      asked.delete(event.data.number);
      if (event.data.error) reject(new Error(event.data.error));
      else resolve(event.data.result);
    });
    made.addEventListener("error", function (event) {
      asked.forEach((wish) => wish.reject(new Error(event.message)));
      asked.clear();
    });
    return made;
  }

  let wishes = 0;

  // A chart's drawing as wide as its column or, for a live one, what it is compiled to.
  function askWorker(figure, live) {
    worker = worker || startWorker();
    const wish = {
      number: ++wishes,
      id: figure.id,
      spec: figure.querySelector(".chart-spec").textContent,
      config: themeOf(themeName()),
      width: Math.floor(figure.clientWidth),
      live: live,
    };
    return new Promise(function (resolve, reject) {
      asked.set(wish.number, { resolve: resolve, reject: reject });
      worker.postMessage(wish);
    });
  }

  // A drawing that can be looked at: nothing of the library runs beside the reader.
  async function fit(figure) {
    const live = figure.querySelector(".chart-live");
    const svg = await askWorker(figure, false);
    await pause();
    if (figure.dataset.live) return;
    const canvas = live.firstElementChild;
    canvas.innerHTML = svg;
    const drawing = canvas.querySelector("svg");
    drawing.setAttribute("aria-hidden", "true");
    drawing.setAttribute("focusable", "false");
    show(figure, live);
  }

  function show(figure, live) {
    live.hidden = false;
    live.tabIndex = 0;
    figure.classList.add("drawn");
  }

  // --- Live charts ----------------------------------------------------------------------

  async function enliven(figure) {
    const theme = themeName();
    const compiled = await askWorker(figure, true);
    library = library || (await loadLibrary());
    await pause();
    const runtime = library.vega.parse(compiled);
    await pause();
    const live = figure.querySelector(".chart-live");
    // A place of its own: what is shown stays until there is something better.
    const canvas = document.createElement("div");
    canvas.className = "chart-canvas";
    live.hidden = false;
    live.append(canvas);
    const view = new library.vega.View(runtime, { renderer: "svg" });
    const tooltip = new library.Tooltip({ theme: theme });
    view.tooltip(tooltip.call);
    await pause();
    await view.initialize(canvas).runAsync();
    const before = drawings.get(figure);
    if (before) before.finalize();
    canvas.previousElementSibling.remove();
    drawings.set(figure, view);
    tellLines(figure, view, tooltip);
    show(figure, live);
    figure.dispatchEvent(new CustomEvent("chart-drawn", { bubbles: true, detail: view }));
  }

  function inWords(value) {
    return typeof value === "number" ? String(Number(value.toPrecision(6))) : String(value);
  }

  function titleOf(channel) {
    return [channel.title || channel.field].flat().join(" ");
  }

  // The row of a line at a place: the nearest one, or of values that hold on the last one before.
  function rowAt(rows, field, place, holds) {
    let found = null;
    for (const row of rows) {
      if (holds && row[field] > place) continue;
      if (!found || Math.abs(row[field] - place) < Math.abs(found[field] - place)) found = row;
    }
    return found;
  }

  // What a chart of lines without points tells of a place: each line's value there, and the band
  // that it runs in. Nothing for any other chart.
  function linesOf(figure) {
    const spec = JSON.parse(figure.querySelector(".chart-spec").textContent);
    const layers = spec.layer || [spec];
    const layer = layers.find((entry) => entry.encoding && entry.encoding.strokeDash);
    if (!layer || layers.some((entry) => entry.encoding && entry.encoding.tooltip)) return null;
    const { x, y, color } = layer.encoding;
    const band = layers.find((entry) => entry.encoding.y2);
    const rows = spec.datasets[(layer.data || spec.data).name];
    const lines = Map.groupBy(rows, (row) => row[color.field]);
    return function (place) {
      const holds = layer.mark.interpolate === "step-after";
      // The tooltip shows "title" above its rows.
      const told = { title: titleOf(y), [titleOf(x)]: inWords(Number(place.toPrecision(4))) };
      for (const name of color.sort || lines.keys()) {
        const row = rowAt(lines.get(name) || [], x.field, place, holds);
        if (!row || row[y.field] === null) continue;
        if (!holds) told[titleOf(x)] = inWords(row[x.field]);
        told[name] = inWords(row[y.field]);
        if (!band) continue;
        const ends = [row[band.encoding.y.field], row[band.encoding.y2.field]];
        told[name] += " (" + ends.map(inWords).join(" to ") + ")";
      }
      return told;
    };
  }

  function tellLines(figure, view, tooltip) {
    const told = linesOf(figure);
    if (!told) return;
    const canvas = figure.querySelector(".chart-live").lastElementChild;
    canvas.addEventListener("pointermove", function (event) {
      const left = canvas.querySelector("svg").getBoundingClientRect().left + view.origin()[0];
      const across = event.clientX - left;
      const inside = across >= 0 && across <= view.width();
      tooltip.call({}, event, null, inside ? told(view.scale("x").invert(across)) : null);
    });
    canvas.addEventListener("pointerleave", function (event) {
      tooltip.call({}, event, null, null);
    });
  }

  async function drawWaiting() {
    root.dataset.charts = "drawing";
    while (waiting.length) {
      const figure = waiting.shift();
      try {
        await (figure.dataset.live ? enliven(figure) : fit(figure));
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

  function setUp(figure) {
    observer.observe(figure);
    ["pointerenter", "pointerdown", "focusin"].forEach(function (name) {
      figure.addEventListener(name, function (event) {
        if (figure.dataset.live || event.target.closest(".chart-data")) return;
        figure.dataset.live = "yes";
        wish([figure]);
      });
    });
  }

  figures.forEach(setUp);

  // All that was drawn in the other theme, or for another width, is drawn again when it is near.
  function redraw() {
    const drawn = figures.filter((figure) => figure.classList.contains("drawn"));
    if (drawn.length) root.dataset.charts = "drawing";
    for (const figure of drawn) {
      observer.unobserve(figure);
      observer.observe(figure);
    }
  }

  let width = root.clientWidth;
  window.addEventListener("resize", function () {
    if (root.clientWidth === width) return;
    width = root.clientWidth;
    redraw();
  });

  document.addEventListener("theme-changed", redraw);
  // Whoever takes a picture of the whole page has all charts drawn by this.
  window.drawAllCharts = function () {
    figures.forEach((figure) => observer.unobserve(figure));
    return wish(figures.filter((figure) => !figure.classList.contains("drawn")));
  };
})();
