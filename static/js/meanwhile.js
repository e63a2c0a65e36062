// What is put in while an answer is under way is newer than that answer, which must not undo it: it stands after the swap as
// before, and a form that asks as it is filled in asks once more. What was sent stands as the answer says, like without a script.
"use strict";

{
  // A form is told from others by its id, else by where it leads and whom it is about; a box by its value too.
  const passing = (field) => ["csrfmiddlewaretoken", "submission", "seen"].includes(field.name);
  const nameOf = (form) => form?.id ||
    [form?.getAttribute("action"), ...[...form?.elements ?? []].filter((it) => it.type === "hidden" && !passing(it)).map((it) => it.value)].join();
  function fields() {
    const found = new Map(), forms = new Map();
    for (const field of document.querySelectorAll(FIELDS)) {
      if (!forms.has(field.form)) forms.set(field.form, nameOf(field.form));
      let name = [forms.get(field.form), field.name, field.matches(BOX) && field.value].join();
      while (found.has(name)) name += "+";
      found.set(name, field);
    }
    return [...found];
  }

  // How all fields stood as a request was made; then what was put in since.
  const asked = new WeakMap();
  let caret = [];

  document.addEventListener("htmx:config:request", (event) => {
    const { ctx } = event.detail, { form } = ctx.request;
    // A button that fills the form comes first: what is put in meanwhile is asked after it.
    if (ctx.sourceElement === form && form.querySelector("button[name].htmx-request")) return event.preventDefault();
    asked.set(ctx, new Map(fields().map(([name, field]) => [name, stateOf(field)])));
  });

  // An answer that was read before a later request took its place is older than what is typed.
  document.addEventListener("htmx:after:request", (event) => { if (event.detail.ctx.request.signal.aborted) event.preventDefault(); });

  document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
    const then = asked.get(ctx) ?? new Map(), { selectionStart, selectionEnd } = document.activeElement;
    caret = [selectionStart, selectionEnd];
    // Of another form nothing was sent: whatever is typed there is newer.
    const before = (name, field) => field.form === ctx.request.form && then.has(name) ? then.get(name) : givenTo(field);
    asked.set(ctx, new Map(fields().filter(([name, field]) => stateOf(field) !== before(name, field)).map(([name, field]) => [name, stateOf(field)])));
  });

  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    const newer = asked.get(ctx), { form } = ctx.request, morphed = /Morph/.test(ctx.swap) && ctx.target;
    let again = false;
    for (const [name, field] of fields()) {
      const typing = field === document.activeElement && field.selectionStart != null;
      if (newer.has(name)) {
        // Of two radios the one that was chosen says it.
        if (field.type !== "radio" || newer.get(name)) put(field, newer.get(name));
        if (typing) field.setSelectionRange(...caret);
        again ||= field.form === form && !typing;
      } else if (morphed.contains?.(field)) {
        // A morph leaves a tick at its place in a list, though another stands there now.
        put(field, givenTo(field));
      }
    }
    // As soon as this request is over.
    if (again && /change/.test(form?.getAttribute("hx-trigger"))) setTimeout(() => form.dispatchEvent(new Event("change", { bubbles: true })));
  });
}

// A fold stays as somebody has left it, until the server says something else of it than before, or what was sent stood in it.
{
  const said = new WeakMap();
  let sent = null;
  const hear = () => { for (const fold of document.querySelectorAll("details")) if (!said.has(fold)) said.set(fold, fold.open); };
  document.addEventListener("DOMContentLoaded", hear);
  document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => { sent = ctx.sourceEvent?.type !== "change" && ctx.sourceElement.closest("details"); });
  document.addEventListener("htmx:after:swap", hear);
  htmx.registerExtension("folds", {
    htmx_before_morph_node: (fold, { newNode }) => {
      if (!fold.matches?.("details")) return;
      const open = newNode.open;
      if (said.get(fold) === open && fold !== sent) newNode.open = fold.open;
      said.set(fold, open);
    },
  });
}
