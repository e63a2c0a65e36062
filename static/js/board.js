// Keys of the convoy board, and the way back to a row. Everything on the page works without it.
"use strict";

const FIELD = "input:not([type=checkbox], [type=radio], [type=hidden]), select, textarea";
const rows = () => [...document.querySelectorAll("#board .rows > li")].filter((row) => row.id !== "row-new" && row.offsetParent);
const rowOf = (place) => place?.closest?.("#board .rows > li");

function go(row) {
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}

// Up and down the rows; from outside them, to the first or the last.
function step(by) {
  const all = rows();
  const at = all.indexOf(rowOf(document.activeElement));
  go(at < 0 ? all.at(by > 0 ? 0 : -1) : all[at + by] ?? all[at]);
}

// What a page says of its keys is what they do: a row's own first, then those of the whole board.
function keyed(name) {
  const found = (place) => [...place.querySelectorAll("[aria-keyshortcuts]:not(:disabled)")]
    .filter((it) => it.getAttribute("aria-keyshortcuts").toLowerCase() === name && getComputedStyle(it).visibility === "visible");
  const row = rowOf(document.activeElement);
  return (row && found(row)[0]) || found(document).find((it) => !rowOf(it));
}

function use(key) {
  if (key.matches("input")) key.focus();
  else key.click();
  if (key.matches("summary") && key.parentElement.open) key.parentElement.querySelector(FIELD)?.focus();
}

// Out of a field: to its row; from a list that was opened, to what opened it.
function leave(field) {
  const list = field.closest("#board details");
  if (!list) return go(rowOf(field) ?? document.getElementById("main"));
  list.open = false;
  list.querySelector("summary").focus();
}

document.addEventListener("keydown", (event) => {
  const { key, target, shiftKey } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (target.matches?.(FIELD)) {
    if (key === "Escape") leave(target);
    return;
  }
  if (document.querySelector("#keys[data-off]")) return;
  if ((key === "ArrowDown" || key === "ArrowUp") && !shiftKey) {
    if (target.matches("[type=radio]")) return;
    event.preventDefault();
    return step(key === "ArrowDown" ? 1 : -1);
  }
  if (key === "Enter" && target.matches("#board .rows > li")) {
    event.preventDefault();
    return target.querySelector("input[name=sails], a, button")?.focus();
  }
  const found = keyed((key.length > 1 && shiftKey ? "shift+" : "") + key.toLowerCase());
  if (!found) return;
  event.preventDefault();
  use(found);
});

// Taps on rows go one after another, for each is to send its form as the answer to the one before it left it: of two chips
// the second would forget the first, and Add that overtook a chip would add the row as it stood before.
const ROW = "form[id^=f-]", TAPPED = `${ROW}, ${ROW} [formaction]`, TYPED = `${ROW} .row, ${ROW} .open`;
let asked = null;
const later = [];
const sameIn = (form, tap) => [...document.getElementById(form)?.elements ?? []].find((it) => looks(it) === tap);
const looks = (button) => JSON.stringify([button.id, button.name, button.value, button.getAttribute("formaction")]);

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button");
  if (!asked || !button?.form?.matches(ROW) || button.type !== "submit") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // The same once more is what is under way already.
  if (asked.sourceElement === (button.matches("[formaction]") ? button : button.form)) return;
  const form = button.form.id, tap = looks(button);
  later.push(() => sameIn(form, tap)?.click());
}, true);

// A tap sends all that is typed; what is typed after it is asked for after it.
document.addEventListener("htmx:config:request", (event) => {
  const part = event.detail.ctx.sourceElement, kind = event.detail.ctx.sourceEvent?.type;
  if (!asked || !part.matches(TYPED)) return;
  event.preventDefault();
  const { id } = part.closest("form"), place = part.matches(".row") ? ".row" : ".open";
  later.push(() => document.querySelector(`#${id} ${place}`)?.dispatchEvent(new Event(kind, { bubbles: true })));
});
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (!ctx.sourceElement.matches(TAPPED)) return;
  asked = ctx;
  for (const part of ctx.request.form.querySelectorAll(".row, .open")) part.dispatchEvent(new CustomEvent("htmx:abort"));
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx !== asked) return;
  asked = null;
  // What was tapped upon an answer that never came is tapped again by whoever still means it.
  if (ctx.status !== "swapped") later.length = 0;
  while (later.length && !asked) later.shift()();
});

// Back from a read-out leads to the row that was rolled: the board's address remembers it.
document.addEventListener("htmx:config:request", (event) => {
  const form = event.detail.ctx.request.form;
  const row = event.detail.ctx.sourceElement === form && form?.id === "dice" && /^row:([\w-]+)$/.exec(event.detail.ctx.request.body?.get?.("roll"));
  if (row && document.getElementById(`row-${row[1]}`)) history.replaceState(history.state, "", `#row-${row[1]}`);
});

// Where the focus was is where it comes back to when what had it was drawn anew.
let was = "";
document.addEventListener("focusin", (event) => { was = event.target.closest("#board .rows > li, #templates, #tools")?.id ?? ""; });

function returned() {
  const at = document.activeElement;
  if (at !== document.body && at.checkVisibility()) return;
  const place = document.getElementById(was || (location.hash.startsWith("#row-") ? location.hash.slice(1) : ""));
  if (place?.matches("li")) go(place);
  else place?.querySelector("summary, button, a")?.focus();
}

addEventListener("pageshow", returned);
document.addEventListener("htmx:after:history:update", returned);
document.addEventListener("htmx:after:swap", returned);

// A new row that is filled in, and rows with a change that is not saved.
askBeforeLeaving(() =>
  document.querySelector("#new[open] input[name=sails]")?.value.trim() || document.querySelector("#board .rows [id^=save-]"));
