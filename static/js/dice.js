// A side's own chance: its words stay in this page, and only their SHA-256 is sent. Nothing is kept on the device.
"use strict";

// crypto.subtle is missing on pages of a laptop in the local network, which are no secure context.
function sha256(text) {
  const primes = [], K = [], H = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p)) primes.push(n);
  const bits = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  for (const p of primes) { K.push(bits(Math.cbrt(p))); if (H.length < 8) H.push(bits(Math.sqrt(p))); }
  const data = new TextEncoder().encode(text), size = ((data.length + 72) >> 6) << 6;
  const bytes = new Uint8Array(size), view = new DataView(bytes.buffer), w = new Int32Array(64);
  bytes.set(data);
  bytes[data.length] = 0x80;
  view.setUint32(size - 4, data.length * 8);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let at = 0; at < size; at += 64) {
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) { w[i] = view.getInt32(at + i * 4); continue; }
      const a = w[i - 15], b = w[i - 2];
      w[i] = (w[i - 16] + w[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0;
    }
    let [a, b, c, d, e, f, g, h] = H;
    for (let i = 0; i < 64; i += 1) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => { H[i] = (H[i] + x) | 0; });
  }
  return H.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

// Twenty letters and digits that are told apart on paper: a hundred bits.
function words() {
  const signs = "abcdefghjkmnpqrstuvwxyz023456789";
  const made = Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => signs[byte & 31]).join("");
  return made.match(/.{5}/g).join(" ");
}

// The SHA-256 of words that this page knows, until it is left.
const known = new Map();

document.addEventListener("htmx:config:request", (event) => {
  const { form, body } = event.detail.ctx.request;
  if (!form?.matches("[data-nonce]") || body.get("commitment")) return;
  const text = form.elements.words.value.trim() || words();
  const hash = sha256(text);
  known.set(hash, text);
  body.set("commitment", hash);
  body.delete("words");
});

document.addEventListener("htmx:after:swap", () => {
  const own = document.querySelector("[data-kept]");
  if (own && !own.value && known.has(own.dataset.kept)) own.value = known.get(own.dataset.kept);
});
