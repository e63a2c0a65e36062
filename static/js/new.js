// A new campaign in a sentence, as it is chosen so far: <b data-says="Rules from {month} {year}">, each by its field.
"use strict";

const sentence = document.querySelector("[data-says]");
const fields = sentence.closest("form").elements;
const chosen = (label) => label?.dataset.word ?? label?.textContent.trim() ?? "?";
const word = (field) =>
  field.options ? field.selectedOptions[0].text.replace(/ \(.*/, "")
  : field.labels?.[0] ? field.value.trim() || field.placeholder || "?"
  : chosen([...field].find((radio) => radio.checked)?.labels[0]);
const say = () => {
  sentence.textContent = sentence.dataset.says.replace(/\{(\w+)\}/g, (_, name) => word(fields[name])) + ".";
};

document.addEventListener("input", say);
say();
