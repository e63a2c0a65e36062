// The little that pages do themselves. Everything works without it; nothing here is kept on the device.
"use strict";

// One tap a face: <button type="button" data-face="4">, or data-face="back", writes into the form's .strip.
function press(key) {
  const strip = key.form?.querySelector(".strip");
  if (!strip) return;
  strip.value = key.dataset.face === "back" ? strip.value.replace(/\S\s*$/, "") : strip.value + key.dataset.face;
  strip.dispatchEvent(new Event("input", { bubbles: true }));
}

// Whoever types dice means their own.
document.addEventListener("input", (event) => {
  const own = event.target.matches?.(".strip") && event.target.value && event.target.form?.querySelector("[name=dice][value=typed]");
  if (own) own.checked = true;
});

document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-face]");
  if (key) press(key);
  if (event.target.closest?.("[data-print]")) window.print();
});

// Errors and read-outs ask for the focus once, when they arrive: with the page, or by a swap.
function arrive() {
  const place = document.querySelector("[data-focus]");
  if (!place) return;
  place.removeAttribute("data-focus");
  place.focus();
}

document.addEventListener("DOMContentLoaded", arrive);
document.addEventListener("htmx:after:swap", arrive);
