// A new campaign in a sentence, as it is chosen so far: <b data-says="Rules from {month} {year}">, each by its field.
// With a scenario the first turn is that one's: what asks for another is left out, and the sentence names the scenario.
"use strict";

const sentence = document.querySelector("[data-says]");
const form = sentence.closest("form");
const fields = form.elements;
const chosen = (label) => label?.dataset.word ?? label?.textContent.trim() ?? "?";
const word = (field) =>
  field.options ? field.selectedOptions[0].text.replace(/ \(.*/, "")
  : field.labels?.[0] ? field.value.trim() || field.placeholder || "?"
  : chosen([...field].find((radio) => radio.checked)?.labels[0]);
const named = () => {
  const { scenario } = fields;
  return !scenario?.value ? "" : scenario.value === "file" ? "the file" : `“${scenario.selectedOptions[0].text}”`;
};
const FIRST_TURN = /from \{month\}( \{half\})? \{year\}/;
const say = () => {
  const as = named();
  form.querySelectorAll("[data-own-turn]").forEach((part) => { part.hidden = as !== ""; });
  form.querySelectorAll("[data-as-scenario]").forEach((part) => {
    part.hidden = as === "";
    part.querySelector("b").textContent = as;
  });
  form.querySelectorAll("[data-of-scenario]").forEach((field) => {
    field.dataset.own ??= field.placeholder;
    field.placeholder = as ? field.dataset.ofScenario : field.dataset.own;
  });
  const says = as ? sentence.dataset.says.replace(FIRST_TURN, () => `as ${as} has it`) : sentence.dataset.says;
  sentence.textContent = says.replace(/\{(\w+)\}/g, (_, name) => fields[name] ? word(fields[name]) : "?") + ".";
};

document.addEventListener("input", (event) => {
  // A file that is chosen is meant.
  if (event.target.name === "scenario-file" && event.target.value && !fields.scenario.value) fields.scenario.value = "file";
  say();
});
say();
