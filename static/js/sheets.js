// Three small helps: the clock of this device where the page only guessed one, the report into the clipboard, and a question
// before a turn on paper that is typed and not entered is left.
"use strict";

// What this device's clock was ahead of UTC on the day that is typed, in summer or in winter; until a person chooses.
function clockOfThatDay() {
  const clock = document.querySelector("[data-offset]");
  const at = new Date(`${document.getElementById("day")?.value}T${document.getElementById("hour")?.value || "12:00"}`);
  const ahead = String(-at.getTimezoneOffset());
  if (clock && [...clock.options].some((option) => option.value === ahead)) clock.value = ahead;
}

document.addEventListener("DOMContentLoaded", clockOfThatDay);
document.addEventListener("change", (event) => {
  if (event.target.id === "offset") delete event.target.dataset.offset;
  else if (["day", "hour"].includes(event.target.id)) clockOfThatDay();
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

// Typed since the page was drawn, or before: then the page says so. The clock of this device sets itself.
askBeforeLeaving(() => {
  const form = document.getElementById("late");
  return form?.matches("[data-typed]") || [...form?.querySelectorAll(FIELDS) ?? []].some((field) => field.id !== "offset" && touched(field));
}, "late");
