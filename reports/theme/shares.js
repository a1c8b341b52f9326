// Networks whose nodes share out what they send: a slider chooses the moment that is drawn. Without
// script, and on paper, the moment that the page begins with is shown.
(function () {
  "use strict";

  function setUp(figure) {
    const told = JSON.parse(figure.querySelector(".share-moments").textContent);
    const controls = figure.querySelector(".chart-controls");
    const input = controls.querySelector("input");
    const lines = figure.querySelectorAll("line[data-half]");
    const labels = figure.querySelectorAll("text[data-half]");
    const moment = figure.querySelector("text.moment");

    function show() {
      const at = Number(input.value);
      for (const line of lines) {
        const share = told.halves[line.dataset.half][at];
        line.style.strokeWidth = told.widest * share;
        line.classList.toggle("likely", share >= told.likely);
      }
      for (const label of labels) {
        const share = told.halves[label.dataset.half][at];
        label.textContent = share < told.smallest ? "" : Math.floor(100 * share + 0.5) + "%";
      }
      for (const [name, [first, after]] of Object.entries(told.down)) {
        const link = figure.querySelector('line[data-link="' + name + '"]');
        link.classList.toggle("down", first <= at && at < after);
      }
      moment.textContent = told.words[at];
      input.setAttribute("aria-valuetext", told.words[at]);
    }

    input.addEventListener("input", show);
    controls.hidden = false;
    // A browser may have kept the slider's place from an earlier visit.
    show();
  }

  document.querySelectorAll("figure:has(.share-moments)").forEach(setUp);
})();
