const glyphs = { pass: "✓", fail: "✕", error: "!", "not-run": "○", waived: "~", excluded: "−", unsupported: "–", unobservable: "?", "not-applicable": "·", passed: "✓", failed: "✕", skipped: "○" };
const tones = { passed: "pass", failed: "fail", error: "error", skipped: "not-run" };
const variants = { "since-1": "one microversion earlier", newest: "newest microversion" };
const roles = { setup: "set-up", observe: "observing", cleanup: "clean-up", probe: "probing" };
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const byID = (id) => document.getElementById(id);
const many = document.body.classList.contains("many");

// el builds an element; text always goes in as text, never as markup.
const el = (name, className, ...children) => {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...children.filter((c) => c !== "" && c != null && c !== false));
  return node;
};

const badge = (v) => {
  const mark = el("span", "", glyphs[v] ?? "–");
  mark.setAttribute("aria-hidden", "true");
  return el("span", "badge " + v, mark, " " + v);
};

// say tells what happened where eyes and screen readers find it.
let quiet;
const say = (text) => {
  byID("toast").textContent = text;
  clearTimeout(quiet);
  quiet = setTimeout(() => { byID("toast").textContent = ""; }, 2500);
};

const copy = async (text, done) => {
  try { await navigator.clipboard.writeText(text); say(done); return true; }
  catch { say("Nothing was copied: this browser does not let a page of a file do that"); return false; }
};

const button = (className, text, action) => {
  const node = el("button", className, text);
  node.type = "button";
  node.addEventListener("click", action);
  return node;
};
