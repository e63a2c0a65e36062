// Two small helps: the clock of this device where the page only guessed one, and the report into the clipboard.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const clock = document.querySelector("[data-offset]");
  const here = String(-new Date().getTimezoneOffset());
  if (clock && [...clock.options].some((option) => option.value === here)) clock.value = here;
});

// Pages of a laptop in the local network are no secure context, so there is no navigator.clipboard there.
function copied(text) {
  getSelection().selectAllChildren(text);
  return document.execCommand("copy");
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy]");
  const text = button && document.getElementById(button.dataset.copy);
  if (text) button.textContent = copied(text) ? "Copied" : "Marked: copy it now";
});
