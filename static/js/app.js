// The little that pages do themselves. Everything works without it; nothing here is kept on the device.
"use strict";

// A field as it stands, and as the page gave it.
const FIELDS = ":is(input, select, textarea)[name]:not([type=hidden], [type=file])", BOX = "[type=checkbox], [type=radio]";
const listed = (options) => JSON.stringify(options.map((option) => option.value));
const stateOf = (field) => field.matches(BOX) ? field.checked : field.options ? listed([...field.selectedOptions]) : field.value;
function givenTo(field) {
  if (!field.options) return field.matches(BOX) ? field.defaultChecked : field.defaultValue;
  const chosen = [...field.options].filter((option) => option.defaultSelected);
  return listed(chosen.length || field.multiple ? chosen : [...field.options].slice(0, 1));
}
function put(field, state) {
  if (stateOf(field) === state || field.disabled || field.readOnly) return;
  if (!field.options) field[field.matches(BOX) ? "checked" : "value"] = state;
  else if ([...field.options].some((option) => state.includes(listed([option]).slice(1, -1)))) {
    for (const option of field.options) option.selected = JSON.parse(state).includes(option.value);
  }
}
const touched = (field) => field.type !== "hidden" && stateOf(field) !== givenTo(field);

// What is typed and not sent is asked for before the page goes. On iPads and iPhones no page hears that it is about to be
// left, so links and the forms of others ask by themselves. own: the id of the form that sends what is typed.
function askBeforeLeaving(unsent, own = null) {
  let goes = false;
  const ask = (event) => {
    if (event.defaultPrevented || !unsent()) return;
    goes = confirm("What you typed is not entered yet, and would be lost. Leave it behind?");
    if (!goes) event.preventDefault();
  };
  addEventListener("click", (event) => {
    const beside = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!beside && event.target.closest?.("a[href]:not([target], [download], [href^='#'])")) ask(event);
  });
  addEventListener("submit", (event) => {
    if (event.target.id === own) goes = true;
    else ask(event);
  });
  addEventListener("beforeunload", (event) => { if (!goes && unsent()) event.preventDefault(); });
  for (const stays of ["input", "pageshow"]) addEventListener(stays, () => { goes = false; });
}

// One tap a face: <button type="button" data-face="4">, or data-face="back", writes into the form's .strip.
function press(key) {
  const strip = key.form?.querySelector(".strip");
  if (!strip) return;
  strip.value = key.dataset.face === "back" ? strip.value.replace(/\S\s*$/, "") : strip.value + key.dataset.face;
  strip.dispatchEvent(new Event("input", { bubbles: true }));
}

// The pad goes with the next die, as far as the page knows it: data-next="0TO66", a sign for each digit of the strip.
const DIE = { 0: "D10", T: "tens", O: "ones" };
function turn(strip) {
  const pad = strip.form?.querySelector(".keys[data-next]");
  if (!pad) return;
  const next = pad.dataset.next[strip.value.replace(/[\s,;+/-]/g, "").length];
  for (const key of pad.querySelectorAll("[data-face]")) key.disabled = next === "6" && "0789".includes(key.dataset.face);
  pad.querySelector("output").value = DIE[next] ?? "";
}
const turnAll = () => document.querySelectorAll(".strip").forEach(turn);
document.addEventListener("DOMContentLoaded", turnAll);
document.addEventListener("htmx:after:swap", turnAll);

// A button that is dashed until something is ticked is not sent before.
function waitForTicks() {
  for (const go of document.querySelectorAll(".ticks:has(.none) .go")) go.disabled = !go.form.querySelector(".opts :checked");
}
document.addEventListener("DOMContentLoaded", waitForTicks);
document.addEventListener("htmx:after:swap", waitForTicks);
document.addEventListener("change", waitForTicks);

// Whoever types dice means their own.
document.addEventListener("input", (event) => {
  const own = event.target.matches?.(".strip") && event.target.value && event.target.form?.querySelector("[name=dice][value=typed]");
  if (own) own.checked = true;
  if (event.target.matches?.(".strip")) turn(event.target);
});

// One tap ticks all boxes of a fieldset or a table, or none where all are: <button type="button" data-ticks="SELECTOR">.
function tickAll(key) {
  const boxes = [...key.closest("fieldset, table").querySelectorAll(key.dataset.ticks)];
  const all = boxes.every((box) => box.checked);
  for (const box of boxes) box.checked = !all;
  boxes[0]?.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-face]");
  if (key) press(key);
  const ticks = event.target.closest?.("[data-ticks]");
  if (ticks) tickAll(ticks);
  if (event.target.closest?.("[data-print]")) window.print();
});

// One key to the bar for the thumb, which stands last in a page.
document.addEventListener("keydown", (event) => {
  const thumb = document.querySelector("#thumb:not([data-off])");
  if (event.key !== "." || event.ctrlKey || event.altKey || event.metaKey || !thumb?.checkVisibility()) return;
  if (event.target.matches?.("input:not([type=checkbox], [type=radio]), select, textarea")) return;
  event.preventDefault();
  (thumb.querySelector(".go") ?? thumb.querySelector("a")).focus();
});

// A file that the server would not take is not sent: <input type="file" data-most="BYTES">.
document.addEventListener("change", (event) => {
  const { dataset, files } = event.target;
  if (!dataset?.most || !files) return;
  const much = (size) => `${Math.ceil(size / 104857.6) / 10} MB`;
  const large = [...files].find((file) => file.size > Number(dataset.most));
  event.target.setCustomValidity(large ? `This file has ${much(large.size)}; at most ${much(dataset.most)} are taken.` : "");
  event.target.reportValidity();
});

// A row that is sent is no draft any more: what a late draft would answer must not hide the answer to the sending.
const sent = new WeakSet();
document.addEventListener("input", (event) => sent.delete(event.target.form));
document.addEventListener("submit", (event) => {
  sent.add(event.target);
  for (const part of event.target.querySelectorAll(".row, .open")) part.dispatchEvent(new CustomEvent("htmx:abort"));
}, true);

document.addEventListener("htmx:config:request", (event) => {
  const { form, body } = event.detail.ctx.request;
  if (event.detail.ctx.sourceElement.matches(".row, .open") && sent.has(event.target.closest("form"))) return event.preventDefault();
  if (!form?.closest("#board") || form.id.startsWith("f-")) return;
  // What is typed into rows but not saved goes along with a roll or an undo, so that nothing is lost or passed over.
  for (const row of document.querySelectorAll("form[id^=f-]")) {
    const changed = row.querySelector("[id^=save-]") || [...row.elements].some((field) => field.name && touched(field));
    const typed = row.id === "f-new" ? row.closest("[open]") && row.elements.sails.value.trim() : changed;
    if (typed) body.set(`typed-${row.id.slice(2)}`, new URLSearchParams(new FormData(row)));
  }
});

// Whoever opens the new row with a keyboard at hand types into it next; a tablet's keys would cover the chips.
document.addEventListener("toggle", (event) => {
  if (event.target.matches?.("#new[open]") && matchMedia("(hover: hover)").matches) event.target.querySelector("[name=sails]").focus();
}, true);

// Errors and read-outs ask for the focus once, when they arrive: with the page, or by a swap.
function arrive() {
  const why = document.querySelector("[data-show]");
  why?.removeAttribute("data-show");
  why?.scrollIntoView({ block: "nearest" });
  const place = document.querySelector("[data-focus]");
  if (!place) return;
  place.removeAttribute("data-focus");
  place.focus();
}

document.addEventListener("DOMContentLoaded", arrive);
document.addEventListener("htmx:after:swap", arrive);

// An address that leads to what was done last has it in sight, with the focus at what is next. The browser may focus the former late.
const goOn = () => document.querySelector("#next")?.focus({ preventScroll: true });
document.addEventListener("focusin", (event) => { if (event.target.id === "last") goOn(); });
document.addEventListener("DOMContentLoaded", () => { if (location.hash === "#last") goOn(); });
