// The way of a group: a hex is whole with its fourth digit, and what was taken over is typed no more.
"use strict";

const hexField = () => document.getElementById("typed-hex");

document.addEventListener("input", ({ target }) => {
  if (target === hexField() && /^\d{4}$/.test(target.value)) target.form.requestSubmit();
});

// Whoever goes on after four digits means another hex.
document.addEventListener("click", ({ target }) => {
  const field = hexField();
  if (target.closest?.("[data-face]")?.form === field?.form && field?.value.length >= 4) field.value = "";
}, true);

document.addEventListener("htmx:after:swap", () => {
  for (const field of document.querySelectorAll("#typed-hex, #typed-way")) field.value = field.defaultValue;
});
