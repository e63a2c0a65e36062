// The way of a group: a hex is whole with its fourth digit, and whoever goes on after four digits means another one.
"use strict";

const hexField = () => document.getElementById("typed-hex");
const isWhole = (field) => /^\d{4}$/.test(field?.value);
// The next hex waits for the way that it goes on from.
const isAsked = (field) => field.form.matches(".htmx-request");

document.addEventListener("input", ({ target, data }) => {
  if (target !== hexField()) return;
  if (/^\d{5}$/.test(target.value) && data) target.value = data;
  if (isWhole(target) && !isAsked(target)) target.form.requestSubmit();
});

// Tapped on the page's own keys.
document.addEventListener("click", ({ target }) => {
  const field = hexField();
  if (target.closest?.("[data-face]")?.form === field?.form && field?.value.length >= 4) field.value = "";
}, true);

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => setTimeout(() => {
  const field = hexField();
  if (ctx.status === "swapped" && isWhole(field) && field.value !== field.defaultValue && !isAsked(field)) field.form.requestSubmit();
}));
