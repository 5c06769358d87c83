import {$} from "./dom.js";
import {call} from "./api.js";
import {attempt} from "./alarm.js";

let clock = null, heard = 0;

// start wires the buttons and lets the clock go on between two times that the mock tells it.
export function start() {
  const advance = by => attempt(async () => show(await call("POST", "clock/advance", {by})));
  for (const button of document.querySelectorAll("[data-by]")) button.addEventListener("click", () => advance(button.dataset.by));
  $("custom").addEventListener("submit", e => {
    e.preventDefault();
    const by = $("by").value.trim();
    $("by").value = "";
    if (by) advance(/^\d+(\.\d+)?$/.test(by) ? by + "s" : by);
  });
  $("freeze").addEventListener("click", () => attempt(async () => show(await call("POST", clock?.frozen ? "clock/thaw" : "clock/freeze"))));
  setInterval(tick, 250);
}

export function show(next) {
  clock = next;
  heard = performance.now();
  $("freeze").setAttribute("aria-pressed", clock.frozen);
  $("freeze").textContent = clock.frozen ? "Frozen: let it go" : "Freeze";
  tick();
}

function tick() {
  if (!clock) return;
  const now = Date.parse(clock.now) + (clock.frozen ? 0 : performance.now() - heard);
  const text = new Date(now).toISOString();
  put($("now"), text.slice(0, 10) + " " + text.slice(11, clock.frozen ? 23 : 19) + " UTC");
  put($("work"), work(now));
}

function work(now) {
  if (!clock.waiting) return clock.lifecycle === "immediate" ? "work is done at once" : `work is done ${lifecycle(clock.lifecycle)}`;
  const some = clock.waiting === 1 ? "1 piece of work waits" : `${clock.waiting} pieces of work wait`;
  return clock.due ? `${some}, first in ${time(Math.max(0, Date.parse(clock.due) - now) / 1000)}` : `${some} for reads`;
}

// lifecycle says in words what "after=1h0m0s" and "reads=3" mean.
function lifecycle(text) {
  const [kind, value] = text.split("=");
  return kind === "reads" ? `after ${value} reads` : `after ${value.replace(/^(\d+h)0m0s$|^(\d+h\d+m|\d+m)0s$/, "$1$2")}`;
}

function time(s) {
  if (s < 60) return s.toFixed(1) + " s";
  return s < 3600 ? `${Math.floor(s / 60)} min ${Math.floor(s % 60)} s` : `${Math.floor(s / 3600)} h ${Math.floor(s % 3600 / 60)} min`;
}

function put(e, text) { if (e.textContent !== text) e.textContent = text; }
