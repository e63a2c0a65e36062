// A page keeps itself up to date. It hears the version of what its viewer may see, and nothing else; when it is behind,
// it fetches itself again and takes over what differs. What somebody types, has opened or points at stays as it is.
"use strict";

if (document.getElementById("head")?.dataset.live) {
  const POLL = 650, POLL_BESIDE = 2000, LONGEST = 3000, SILENT = 5000, QUIET = 3500, AGAIN = 30000, HELD = 3000, TAP = 100;
  const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  const head = () => document.getElementById("head");
  const shown = () => head()?.dataset.version ?? "";
  const home = head().dataset.live;
  // A page that answers a form has no address of its own to be fetched from.
  const answersForm = head().dataset.drawn === "post";

  // ------------------------------------------------------------------------------- when the page may be touched

  const held = new Map();
  // What a person tapped, and not what a page asks by itself.
  const tapped = (ctx) => ctx?.sourceEvent?.isTrusted || ctx?.sourceEvent?.type === "click";
  const requests = new Set();
  let composing = false, leaving = 0;
  addEventListener("keydown", (event) => held.set(event.code, Date.now()), true);
  addEventListener("keyup", (event) => held.delete(event.code), true);
  addEventListener("pointerdown", (event) => held.set(event.pointerId, Date.now()), true);
  // A finger that is lifted has tapped when its click has come; one that has scrolled has no click.
  addEventListener("pointerup", ({ pointerId }) => {
    const since = held.get(pointerId);
    setTimeout(() => { if (held.get(pointerId) === since) held.delete(pointerId); }, TAP);
  }, true);
  for (const end of ["click", "pointercancel"]) addEventListener(end, (event) => held.delete(event.pointerId), true);
  addEventListener("blur", () => held.clear());
  addEventListener("compositionstart", () => { composing = true; });
  addEventListener("compositionend", () => { composing = false; });
  // A form that htmx does not send takes the page away.
  addEventListener("submit", (event) => { if (!event.defaultPrevented) leaving = Date.now(); });
  addEventListener("htmx:before:request", ({ detail: { ctx } }) => { if (tapped(ctx) || ctx.request.method !== "GET") requests.add(ctx); });
  // What a page asks by itself every few seconds waits while nobody looks.
  addEventListener("htmx:before:request", (event) => { if (document.hidden && event.detail.ctx.sourceEvent?.type === "every") event.preventDefault(); });
  addEventListener("htmx:finally:request", ({ detail: { ctx } }) => { requests.delete(ctx); look(); });

  const isHeld = () => [...held.values()].some((since) => Date.now() - since < HELD);
  const isPressed = () => [...held].some(([by, since]) => typeof by === "number" && Date.now() - since < HELD);
  // An answer waits too while a finger is down: what it draws would be moved, or taken, from under the finger.
  addEventListener("htmx:before:response", ({ detail: { ctx: { response: { raw } } } }) => {
    const text = raw.text.bind(raw);
    raw.text = async () => {
      const whole = await text();
      while (isPressed()) await wait(20);
      return whole;
    };
  });
  const isOpen = () => document.querySelector("dialog[open]") ||
    (CSS.supports("selector(:popover-open)") && document.querySelector(":popover-open"));
  const busy = () => requests.size || composing || document.hidden || Date.now() - leaving < SILENT || isHeld() || isOpen();

  // ------------------------------------------------------------------------------- what somebody is typing

  // Forms and previews that an answer to a form has drawn: what is typed is their default there.
  let drawnTyped = new WeakSet();
  const previews = new Set();

  const differs = (field) => field.name && !field.matches("button, fieldset, output, [type=radio][name=dice]") && touched(field);

  // A row of the board says so itself; the new one stands open and is filled in.
  const isRow = (form) => form.querySelector("[id^=save-]") || (form.id === "f-new" && form.closest("[open]") && form.elements.sails.value.trim());
  const isTyped = (form) => drawnTyped.has(form) || isRow(form) || [...form.elements].some(differs);
  function inUse() {
    for (const place of previews) if (!place.isConnected || !place.childElementCount) previews.delete(place);
    const all = [...document.querySelectorAll(".page form"), ...previews].filter((place) => previews.has(place) || isTyped(place));
    return all.filter((place) => !all.some((other) => other !== place && other.contains(place)));
  }

  const inside = (page, id) => id && page.querySelector(`#${CSS.escape(id)}`);
  const alike = (form, page) => [...page.querySelectorAll("form")].filter((other) => other.getAttribute("action") === form.getAttribute("action"));
  let names = 0;
  function named(here, there, undo) {
    if (here.id) return;
    here.id = there.id = `kept-${names += 1}`;
    undo.push(() => here.removeAttribute("id"));
  }

  // Each place in use gets its like in the new page, under one id, so that it is found and left alone.
  function keep(place, next, undo) {
    const same = alike(place, document.querySelector(".page"));
    let there = place.id ? inside(next, place.id) : alike(place, next)[same.indexOf(place)];
    if (there?.tagName !== place.tagName) {
      // It is gone there: it stays where it was, and sending it will say why nothing came of it.
      while (!inside(next, place.parentElement.id)) place = place.parentElement;
      there = place.cloneNode(false);
      const before = inside(next, place.previousElementSibling?.id);
      if (before) before.after(there);
      else inside(next, place.parentElement.id).append(there);
    }
    named(place, there, undo);
    place.setAttribute("hx-morph-skip", "");
    undo.push(() => place.removeAttribute("hx-morph-skip"));
  }

  // ------------------------------------------------------------------------------- taking the new page over

  let morph, morphing = false;
  htmx.registerExtension("live", {
    init: (inner) => { morph = inner.morph; },
    htmx_before_morph_attr: (place, { attrName }) => !(morphing && attrName === "open" && place.matches("details")),
  });

  let mine = head().dataset.tap === head().dataset.seat;
  const MARK = "▶ ";
  const plainTitle = () => document.title.replace(MARK, "");
  function unmark() { if (document.title.startsWith(MARK)) document.title = plainTitle(); }
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, unmark);

  function take(page) {
    const now = document.querySelector(".page"), next = page.querySelector(".page");
    if (!next || !inside(next, "head")) return location.reload();
    const undo = [], places = inUse(), was = shown(), tap = document.getElementById("tap")?.textContent;
    for (const place of places) keep(place, next, undo);
    for (const place of next.querySelectorAll("[data-focus], [data-show]")) ["data-focus", "data-show"].forEach((name) => place.removeAttribute(name));
    const messages = document.getElementById("messages");
    messages?.setAttribute("hx-morph-skip", "");
    const focus = document.activeElement;
    const caret = focus?.selectionStart == null ? null : [focus.selectionStart, focus.selectionEnd];
    const fragment = document.createDocumentFragment();
    fragment.append(document.adoptNode(next));
    morphing = true;
    try {
      morph(now, fragment, false);
    } finally {
      morphing = false;
      messages?.removeAttribute("hx-morph-skip");
      for (const back of undo) back();
    }
    htmx.process(now);
    if (focus !== document.activeElement && focus?.isConnected) {
      focus.focus({ preventScroll: true });
      if (caret) focus.setSelectionRange(...caret);
    }
    document.body.className = page.body.className;
    document.title = (document.title.startsWith(MARK) ? MARK : "") + page.title;
    if (places.length) tellChanged(was);
    tellTap(tap);
  }

  function tellTap(before) {
    const is = head().dataset.tap === head().dataset.seat, tap = document.getElementById("tap")?.textContent;
    if (tap && tap !== before) said.textContent = `Now: ${tap}.`;
    if (is && !mine) document.title = MARK + plainTitle();
    if (!is) unmark();
    mine = is;
  }

  // ------------------------------------------------------------------------------- what is said

  function region(id) {
    const place = document.createElement("div");
    place.id = id;
    place.setAttribute("role", "status");
    document.body.append(place);
    return place;
  }
  const said = region("live-said"), note = region("live-note");
  said.className = "vh";
  note.hidden = true;
  Object.assign(note.style, { position: "fixed", bottom: "5.5rem", right: "0.5rem", zIndex: "60", maxWidth: "min(30rem, calc(100vw - 1rem))", boxShadow: "0 2px 12px rgb(0 0 0 / 35%)" });

  let reason = "", since = "";
  function say(why, ...parts) {
    reason = why;
    note.replaceChildren(...parts);
    note.className = "msg no-print";
    note.hidden = false;
  }
  function unsay(why) {
    if (reason !== why) return;
    reason = "";
    note.hidden = true;
    note.className = "";
    note.replaceChildren();
  }

  // Nobody is told of what they did themselves: answers that are only parts of the page name their entries.
  const own = new Set();
  addEventListener("htmx:after:swap", () => { for (const place of document.querySelectorAll("[data-own]")) own.add(place.dataset.own); });

  const parsed = (version) => new Map(version.split(",").filter(Boolean).map((part) => part.split(":")));
  function entries(from, to) {
    const before = parsed(from);
    return [...parsed(to)].filter(([chain, number]) => before.get(chain) !== number && !own.has(`${chain}/${number}`)).map(([chain, number]) => {
      const link = document.createElement("a");
      // In a page of its own, for this one holds what is typed.
      Object.assign(link, { href: `${home}log/${chain}/${number}/`, target: "_blank", rel: "noopener" });
      link.textContent = chain === "public" ? `entry ${number}` : `${chain} entry ${number}`;
      return link;
    });
  }
  function tellChanged(was) {
    const links = entries(since || was, told).flatMap((link, at) => (at ? [", ", link] : [link]));
    if (!links.length) return;
    since ||= was;
    const close = document.createElement("button");
    Object.assign(close, { type: "button", textContent: "Close" });
    close.addEventListener("click", () => { since = ""; unsay("changed"); });
    say("changed", "Something changed meanwhile: ", ...links, ". What you typed here was left as it is. ", close);
  }

  // ------------------------------------------------------------------------------- catching up

  let told = shown(), settled = "", force = false, fetching = false, planned = 0;
  const behind = () => force || (told !== shown() && told !== settled);
  function look(after = 0) {
    if (planned || fetching || !behind()) return;
    planned = setTimeout(() => { planned = 0; catchUp(); }, busy() ? 120 : after);
  }
  function hear(version) {
    told = version;
    look();
  }

  // The page itself, with the parts open that are open.
  function itself() {
    const address = new URL(location.pathname + location.search, location.origin);
    const open = [...document.querySelectorAll("[data-open]")].map((place) => place.dataset.open);
    if (open.length) address.searchParams.delete("open");
    for (const key of open) address.searchParams.append("open", key);
    return address;
  }

  async function catchUp() {
    if (!behind()) return;
    if (busy()) return look();
    fetching = true;
    const was = shown();
    try {
      const page = answersForm ? await headAlone() : await fetched();
      while (page && busy()) await wait(120);
      // Somebody who acted meanwhile has a newer page by now.
      if (page && shown() === was) {
        force = false;
        take(page);
        settled = shown() === was ? told : "";
      }
    } catch {
      trouble();
      await wait(1000);
    } finally {
      fetching = false;
      look(200);
    }
  }

  async function fetched() {
    const address = itself();
    const answer = await fetch(address, { headers: { Accept: "text/html" }, cache: "no-store", signal: AbortSignal.timeout(10000) });
    if (new URL(answer.url).pathname !== address.pathname) return over();
    if (answer.status === 404 && (await asked()).status !== 404) {
      settled = told;
      force = false;
      say("gone", "What this page shows is no longer there. ", Object.assign(document.createElement("a"), { href: home, textContent: "To the map" }));
      return null;
    }
    if (answer.status === 404) return over();
    if (!answer.ok) throw new Error(answer.status);
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  // A page that answers a form keeps what it says and what is typed; only its head goes on with the campaign.
  async function headAlone() {
    const answer = await fetch(home, { headers: { Accept: "text/html" }, cache: "no-store", signal: AbortSignal.timeout(10000) });
    if (answer.status === 404 || new URL(answer.url).pathname !== home) return over();
    if (!answer.ok) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.getElementById("head"), was = shown(), tap = document.getElementById("tap")?.textContent;
    while (busy()) await wait(120);
    for (const part of ["#head .boxes", "#boxes summary", "#thumb"]) document.querySelector(part).replaceWith(document.adoptNode(page.querySelector(part)));
    for (const name of ["version", "tap"]) head().dataset[name] = next.dataset[name];
    force = false;
    settled = shown() === was ? told : "";
    tellChanged(was);
    tellTap(tap);
    return null;
  }

  // Whoever may not see this any more sees nothing of it, whatever stands typed.
  function over() {
    stop();
    document.querySelector(".page")?.remove();
    location.reload();
    return null;
  }

  // ------------------------------------------------------------------------------- hearing of versions

  let line = null, timer = 0, quiet = 0, fails = 0, refused = 0, tag = "", troubled = 0;

  function stop() {
    line?.close();
    line = null;
    clearTimeout(timer);
    clearTimeout(quiet);
  }
  function well() {
    fails = 0;
    clearTimeout(troubled);
    troubled = 0;
    unsay("trouble");
  }
  function trouble() {
    troubled ||= setTimeout(() => say("trouble", "The server does not answer. What you typed stays; it is asked again and again."), 2500);
  }

  const failed = () => say("failed", "The server did not answer. Tap again when it is back: nothing is done twice.");

  const asked = (limit = 4000) => fetch(`${home}version/`, { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store", signal: AbortSignal.timeout(limit) });
  // Where one line died without a word, those that the browser keeps for its next request are dead too: several at once
  // use them up, and one of them goes over a new line.
  const askedAnew = () => Promise.any([1, 2, 3].map(() => asked(1200)));
  async function ask(question = asked) {
    try {
      const answer = await question();
      if (answer.status === 404) return over();
      if (answer.status !== 304 && !answer.ok) throw new Error(answer.status);
      if (answer.ok) {
        tag = answer.headers.get("ETag") ?? "";
        hear((await answer.text()).trim());
      }
      well();
      return true;
    } catch {
      fails += 1;
      trouble();
      return false;
    }
  }

  async function poll(every, until = Infinity) {
    stop();
    await ask();
    if (document.hidden || line) return;
    clearTimeout(timer);
    const next = Date.now() > until ? listen : () => poll(every, until);
    timer = setTimeout(next, fails ? Math.min(LONGEST, every * 2 ** fails) : every);
  }

  // Where streams are refused, or kept back on their way, the page asks instead, and tries a stream now and then.
  async function lost(question = asked) {
    stop();
    if (document.hidden) return;
    const there = await ask(question);
    if (document.hidden || line) return;
    refused = there ? refused + 1 : 0;
    if (refused > 2) return poll(POLL_BESIDE, Date.now() + AGAIN);
    timer = setTimeout(listen, Math.min(LONGEST, 400 * 2 ** fails));
  }

  // The stream says every two seconds that it is there. Where it does not, its line has died and nobody was told.
  function heard() {
    clearTimeout(quiet);
    quiet = setTimeout(() => lost(askedAnew), QUIET);
  }

  function listen() {
    stop();
    if (document.hidden) return;
    if (head()?.dataset.by !== "stream") return poll(POLL);
    line = new EventSource(`${home}stream/`);
    heard();
    line.onmessage = (event) => {
      heard();
      refused = 0;
      well();
      hear(event.data);
    };
    line.addEventListener("still", heard);
    line.onerror = () => lost();
  }

  addEventListener("online", listen);
  addEventListener("offline", () => { stop(); trouble(); });
  addEventListener("pagehide", stop);
  addEventListener("pageshow", (event) => { leaving = 0; if (event.persisted) listen(); });
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : listen()));
  // A device that slept keeps lines that are dead, and nobody tells it so.
  let tick = Date.now();
  setInterval(() => {
    if (Date.now() - tick > SILENT) listen();
    tick = Date.now();
  }, 1000);

  // ------------------------------------------------------------------------------- one's own acts

  const drawnBefore = new WeakMap();
  addEventListener("htmx:config:request", ({ detail: { ctx } }) => drawnBefore.set(ctx, shown()));
  addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    const was = drawnBefore.get(ctx);
    if (was === undefined) return;
    if (ctx.response?.status < 500) unsay("failed");
    const whole = ctx.select === ".page", moved = shown() !== was, refused = ctx.response?.status >= 400;
    // Its answer tells what stood before it: where that is not what stood here, somebody else acted in between.
    if (moved && !whole && head().dataset.before !== was) force = true;
    if (moved && !refused) {
      if (whole) drawnTyped = new WeakSet();
      drawnTyped.delete(ctx.request.form);
      previews.clear();
      since = "";
      unsay("changed");
    } else if (ctx.request.method !== "GET") {
      const form = ctx.request.form?.id ? document.getElementById(ctx.request.form.id) : ctx.request.form;
      if (form && !form.id.startsWith("f-")) drawnTyped.add(form);
      if (whole) for (const other of document.querySelectorAll(".page form")) drawnTyped.add(other);
      if (!whole && ctx.target instanceof Element && !ctx.target.closest("#board, #messages") && !ctx.target.matches(".page, #main")) previews.add(ctx.target);
    }
    mine = head()?.dataset.tap === head()?.dataset.seat;
    told = told === was ? shown() : told;
    look();
  });
  addEventListener("htmx:error", ({ detail: { ctx, error } }) => { if (tapped(ctx) && error?.name !== "AbortError") failed(); });
  addEventListener("htmx:response:error", ({ detail: { ctx } }) => { if (tapped(ctx) && [502, 504].includes(ctx.response.status)) failed(); });
  // What was kept for its typing is behind; it catches up as soon as nothing is typed there.
  addEventListener("change", () => setTimeout(() => {
    if (reason !== "changed" || inUse().length) return;
    since = "";
    unsay("changed");
    force = !answersForm;
    look();
  }, 300));

  addEventListener("load", () => setTimeout(listen, head()?.dataset.by === "stream" ? 0 : POLL));
}
