import {$} from "./dom.js";
import {admitted, call} from "./api.js";
import {listen} from "./stream.js";
import {tabs} from "./tabs.js";
import * as clock from "./clock.js";
import * as cloud from "./cloud.js";
import * as faults from "./faults.js";
import * as journal from "./journal.js";
import * as setup from "./setup.js";

const least = 200; // ms between two looks at the state, at least

// refresh shows the state as it is now. However often it is asked for, there is one look at a time, and the longer a look
// takes the longer the next one waits.
let looking = false, again = false;
async function refresh() {
  again = true;
  if (looking) return;
  looking = true;
  while (again) {
    again = false;
    const from = performance.now();
    try {
      const state = await call("GET", "state");
      clock.show(state.clock);
      const drawn = cloud.show(state.cloud, state.mark);
      faults.show(state.faults);
      setup.show(state);
      await drawn;
      document.documentElement.dataset.mark = state.mark;
    } catch (e) {
      if (!(e instanceof TypeError)) live(e.message, false); // a broken connection is the stream's business
    }
    await new Promise(resolve => setTimeout(resolve, Math.max(least, 2 * (performance.now() - from))));
  }
  looking = false;
}

function live(text, ok) {
  $("live").textContent = text;
  $("live").classList.toggle("off", !ok);
}

function theme() {
  const root = document.documentElement;
  const kept = localStorage.getItem("plumbline-theme");
  if (kept) root.dataset.theme = kept;
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const name = () => { $("theme").textContent = dark() ? "Light" : "Dark"; };
  $("theme").addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    localStorage.setItem("plumbline-theme", root.dataset.theme);
    name();
  });
  name();
}

theme();
tabs();
cloud.start();
journal.start();
clock.start();
setup.start();
await admitted();
await faults.start();
listen((event, data) => event === "state" ? refresh() : journal.heard(event, data), (text, ok) => { live(text, ok); if (ok) refresh(); });
