// The grid of a chart: keys between cells, one tap a cell, and a block that is pasted into it. Without it the form works as it is.
"use strict";

for (const form of document.querySelectorAll("[data-chart]")) {
  const isCell = (place) => place?.matches?.("[data-r][data-c]");
  const blockOf = (cell) => cell.closest(".block");
  const at = (cell, row, column) => blockOf(cell).querySelector(`[data-r="${row}"][data-c="${column}"]`);
  const stamp = () => form.querySelector("[name=stamp]:checked");
  const place = (cell) => [Number(cell.dataset.r), Number(cell.dataset.c)];
  let current = null;

  // Each cell that is typed keeps the stamp that was set just then.
  function touched(cell) {
    const field = blockOf(cell).querySelector("[data-touched]");
    const name = place(cell).join(".");
    const others = field.value.split(" ").filter((mark) => mark && !mark.startsWith(`${name}=`));
    field.value = [...others, `${name}=${stamp().value}`].join(" ");
    // What is typed as unknown is unknown, whatever stands there.
    if (stamp().value === "unknown") cell.value = "?";
    const known = cell.value.trim() && cell.value.trim() !== "?";
    const origin = known ? stamp().value : "unknown";
    cell.parentElement.className = `o-${origin}`;
    cell.removeAttribute("aria-invalid");
    cell.setAttribute("aria-label", cell.getAttribute("aria-label").replace(/, [^,]*$/, `, ${origin}`));
    const word = cell.parentElement.querySelector("small") ?? cell.parentElement.appendChild(document.createElement("small"));
    word.setAttribute("aria-hidden", "true");
    word.textContent = known ? (origin === "printed" ? "" : origin) : "asks";
  }

  function go(cell) {
    if (!cell) return false;
    // Only as far as it must: a browser of itself would bring it to the middle, and the keys would move with the page.
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
    cell.select();
    return true;
  }
  const right = (cell) => at(cell, place(cell)[0], place(cell)[1] + 1) ?? at(cell, place(cell)[0] + 1, 0);
  const down = (cell) => at(cell, place(cell)[0] + 1, place(cell)[1]) ?? at(cell, 0, place(cell)[1] + 1);

  const headOf = (cell) => blockOf(cell).querySelector(`[data-r="${cell.dataset.r}"]:not([data-c])`);
  function left(cell) {
    const [row, column] = place(cell);
    return at(cell, row, column - 1) ?? [...blockOf(cell).querySelectorAll(`[data-r="${row - 1}"][data-c]`)].at(-1);
  }

  function write(cell, text) {
    cell.value = text;
    cell.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function startAt(cell) {
    const number = blockOf(cell).querySelector("[data-touched]").name.replace("touched-", "");
    const [row, column] = place(cell);
    form.querySelector("#at-row").value = `${number}.${row}`;
    form.querySelector("#at-column").value = `${column}`;
    for (const set of form.querySelectorAll("[data-keys]")) set.hidden = set.dataset.keys !== number;
  }

  form.addEventListener("focusin", ({ target }) => {
    if (!isCell(target) || target.readOnly) return;
    current = target;
    target.select();
    startAt(target);
    form.querySelector("#pad-at").textContent = target.getAttribute("aria-label");
  });

  form.addEventListener("input", ({ target }) => { if (isCell(target)) touched(target); });

  const STAMPS = { KeyP: "printed", KeyR: "restored", KeyH: "house", KeyS: "stand-in", KeyU: "unknown" };
  form.addEventListener("keydown", (event) => {
    const cell = event.target;
    if (event.altKey && STAMPS[event.code]) {
      form.querySelector(`[name=stamp][value=${STAMPS[event.code]}]`).checked = true;
      return event.preventDefault();
    }
    if (!isCell(cell) || event.altKey || event.ctrlKey || event.metaKey) return;
    const [row, column] = place(cell), whole = cell.selectionEnd - cell.selectionStart === cell.value.length;
    const moves = {
      Enter: () => event.shiftKey ? at(cell, row - 1, column) : down(cell),
      ArrowUp: () => at(cell, row - 1, column),
      ArrowDown: () => at(cell, row + 1, column),
      // A tab goes from cell to cell and never into a heading, where what is typed next would stand; the arrow to the left does.
      Tab: () => event.shiftKey ? left(cell) : at(cell, row, column + 1) ?? at(cell, row + 1, 0),
      ArrowLeft: () => (whole || cell.selectionEnd === 0) && (at(cell, row, column - 1) ?? headOf(cell)),
      ArrowRight: () => (whole || cell.selectionStart === cell.value.length) && at(cell, row, column + 1),
    };
    if (event.key === "Escape") {
      write(cell, cell.defaultValue);
      return cell.select();
    }
    const next = moves[event.key]?.();
    if (next) go(next);
    // Nobody saves a chart by the Enter of its last cell.
    if (next || event.key === "Enter") event.preventDefault();
  });

  // A key of the page fills the cell one was at, and goes on.
  form.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-whole], [data-letter]");
    if (!key) return;
    const cell = current ?? form.querySelector(".block [data-r][data-c]");
    if (key.dataset.whole) {
      write(cell, key.dataset.whole);
      return go(right(cell)) || cell.focus();
    }
    const begun = cell.dataset.begun === "yes" ? cell.value : "";
    write(cell, key.dataset.letter === "back" ? cell.value.slice(0, -1) : begun + key.dataset.letter);
    cell.dataset.begun = "yes";
    cell.focus();
    cell.setSelectionRange(cell.value.length, cell.value.length);
    cell.dataset.begun = "yes";
  });
  form.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (isCell(target) && !relatedTarget?.closest?.(".pad")) delete target.dataset.begun;
  });

  // A block of several cells is looked at before it goes in.
  form.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text") ?? "";
    if (!isCell(event.target) || !/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    startAt(event.target);
    form.querySelector("#paste").value = text;
    form.querySelector("#look-at-it").click();
  });

  // A tablet's own keys would cover the chart; those of the page write all that its cells hold.
  if (matchMedia("(pointer: coarse)").matches) {
    for (const set of form.querySelectorAll("[data-keys][data-all]")) {
      const block = form.querySelector(`[name="touched-${set.dataset.keys}"]`).closest(".block");
      for (const cell of block.querySelectorAll("[data-r][data-c]")) cell.inputMode = "none";
    }
  }
}
