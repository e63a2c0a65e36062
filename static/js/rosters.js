// A list: a line is saved when it is left; Enter goes down, Escape drops what was typed in a box, arrows move between boxes.
"use strict";

const lineOf = (place) => place?.closest?.("[data-line]");
const boxesOf = (line) => [...line.querySelectorAll("td > :is(input:not([type=hidden]), select)")];
const changed = (field) =>
  field.options ? !field.selectedOptions[0]?.defaultSelected && [...field.options].some((one) => one.defaultSelected)
  : field.value !== field.defaultValue;
// Whoever comes to a box by a key types over what stands in it.
function goTo(field) {
  // On a telephone a line is its name until it is opened.
  if (field && !field.checkVisibility()) lineOf(field).querySelector("details").open = true;
  field?.focus();
  field?.select?.();
}

// The column in which somebody goes on once a new line stands.
let goesOn = -1;

// A line that is left again while its answer is under way goes with the keys that the answer brings.
const again = new Set(), isUnderWay = (line) => line.matches(".htmx-request");
function leave(line) {
  if (!line?.isConnected || !boxesOf(line).some(changed)) return;
  if (isUnderWay(line)) again.add(line.id);
  else htmx.trigger(line, "left");
}
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  const line = again.delete(ctx.sourceElement.id) && document.getElementById(ctx.sourceElement.id);
  if (line && ctx.status === "swapped" && !line.contains(document.activeElement)) leave(line);
});

document.addEventListener("focusout", (event) => {
  const line = lineOf(event.target);
  if (line && !line.contains(event.relatedTarget)) leave(line);
});

document.addEventListener("input", (event) => {
  if (lineOf(event.target)) event.target.classList.remove("grey");
});

function move(field, by) {
  const line = lineOf(field), column = boxesOf(line).indexOf(field);
  const lines = [...document.querySelectorAll("[data-line]")];
  const next = lines[lines.indexOf(line) + by];
  if (next) return goTo(boxesOf(next)[column]);
  if (by > 0 && boxesOf(line).some(changed) && !isUnderWay(line)) {
    goesOn = 0;
    leave(line);
    // What is typed before the new line stands is its name.
    goTo(boxesOf(line)[goesOn]);
  }
}

document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (!lineOf(field) || !field.matches("input, select") || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Enter") {
    event.preventDefault();
    move(field, event.shiftKey ? -1 : 1);
  } else if (event.key === "Escape" && field.matches("input")) {
    field.value = field.defaultValue;
  } else if (field.matches("input") && ["ArrowUp", "ArrowDown"].includes(event.key)) {
    event.preventDefault();
    move(field, event.key === "ArrowUp" ? -1 : 1);
  } else if (field.matches("input") && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
    const right = event.key === "ArrowRight", end = right ? field.value.length : 0;
    if (field.selectionStart !== end || field.selectionEnd !== end) return;
    const boxes = boxesOf(lineOf(field));
    goTo(boxes[boxes.indexOf(field) + (right ? 1 : -1)]);
  }
});

document.addEventListener("htmx:after:swap", () => {
  const line = document.querySelector("#line-new");
  if (goesOn < 0 || !line || line.querySelector(".bad")) return;
  const field = boxesOf(line)[goesOn];
  if (changed(field)) field.focus();
  else goTo(field);
  goesOn = -1;
});
