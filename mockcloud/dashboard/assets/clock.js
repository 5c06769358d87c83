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
  if (!clock.waiting) return clock.lifecycle === "immediate" ? "work is done at once" : `work is done ${clock.lifecycle.replace("after=", "after ").replace("reads=", "after reads: ")}`;
  const some = clock.waiting === 1 ? "1 piece of work waits" : `${clock.waiting} pieces of work wait`;
  return clock.due ? `${some}, the first for ${(Math.max(0, Date.parse(clock.due) - now) / 1000).toFixed(1)} s` : `${some} for reads`;
}

function put(e, text) { if (e.textContent !== text) e.textContent = text; }
