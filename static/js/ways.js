// A way drawn by taps: the way that a tap makes is written into its field, which the form follows; arrow keys go over the chart.
"use strict";

// The way that a tap makes goes on from that which was drawn last: while a newer one is under way, taps wait for it.
const later = [];
document.addEventListener("click", (event) => {
  const tap = event.target.closest?.("[data-way]");
  if (!tap) return;
  event.preventDefault();
  if (isUnderWay(tap.form)) later.push(() => follow(document.getElementById(tap.id)));
  else follow(tap);
});
document.addEventListener("submit", (event) => {
  if (!later.length) return;
  event.preventDefault();
  later.push(() => event.target.requestSubmit(event.submitter?.isConnected ? event.submitter : null));
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  // Another request has taken its place.
  if (ctx.request.signal.aborted) return;
  // What was tapped upon an answer that never came is tapped again by whoever still means it.
  if (ctx.status !== "swapped") later.length = 0;
  queueMicrotask(() => { while (later.length && !isUnderWay(document.getElementById("rule-form"))) later.shift()(); });
});

const isUnderWay = (form) => form?.matches(".htmx-request");
function follow(tap) {
  if (tap) take(tap.form.elements[tap.dataset.way], tap.value);
}

function take(field, way) {
  field.value = way;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

// The nearest place that lies that way, as the eye sees it.
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const middle = (tap) => {
  const box = tap.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
function beside(tap, [right, down]) {
  const [x, y] = middle(tap);
  const far = (other) => {
    const [across, along] = [(middle(other)[0] - x) * right + (middle(other)[1] - y) * down, (middle(other)[0] - x) * down - (middle(other)[1] - y) * right];
    return across > 5 ? across + 2 * Math.abs(along) : Infinity;
  };
  const others = [...tap.closest("svg").querySelectorAll(".place")].map((other) => [far(other), other]);
  const [distance, nearest] = others.reduce((best, next) => (next[0] < best[0] ? next : best));
  return distance < Infinity ? nearest : null;
}

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (key === "Enter" && target.matches?.(".way input")) {
    event.preventDefault();
    return take(target, target.value);
  }
  const next = ARROWS[key] && target.matches?.(".place") && beside(target, ARROWS[key]);
  if (!next) return;
  event.preventDefault();
  only(next);
  next.focus();
});

// The chart is one stop of the tabulator: where one was last, else where the way ends.
function only(tap) {
  for (const other of tap.closest("svg").querySelectorAll(".place")) other.tabIndex = other === tap ? 0 : -1;
}
function settle() {
  for (const chart of document.querySelectorAll(".way-chart svg")) {
    const taps = [...chart.querySelectorAll(".place")];
    const here = taps.find((tap) => tap === document.activeElement) ?? taps.find((tap) => tap.matches("[data-last]")) ?? taps[0];
    if (here) only(here);
  }
}
document.addEventListener("DOMContentLoaded", settle);
document.addEventListener("htmx:after:swap", settle);
