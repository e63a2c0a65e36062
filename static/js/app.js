// The little that pages do themselves. Everything works without it; nothing here is kept on the device.
"use strict";

// One tap a face: <button type="button" data-face="4">, or data-face="back", writes into the form's .strip.
function press(key) {
  const strip = key.form?.querySelector(".strip");
  if (!strip) return;
  strip.value = key.dataset.face === "back" ? strip.value.replace(/\S\s*$/, "") : strip.value + key.dataset.face;
  strip.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-face]");
  if (key) press(key);
  if (event.target.closest?.("[data-print]")) window.print();
});

// After a swap the reader stands where the answer is: at the errors, or at the read-out.
document.addEventListener("htmx:after:swap", () => {
  document.querySelector("[data-focus]")?.focus();
});
