import {$, h} from "./dom.js";
import {call} from "./api.js";
import {attempt} from "./alarm.js";
import {confirmed} from "./detail.js";

let known = "";

export function start() {
  $("setup").append(
    h("h3", {}, "Start again"),
    h("p", {class: "dim"}, "Reset makes everything as it was at the start: records, journal, fault rules and settings. Tokens stay good."),
    h("div", {class: "buttons"}, h("button", {type: "button", class: "danger", id: "reset", click: reset}, "Reset…")),
    h("h3", {}, "Snapshots"), h("div", {id: "snapshots"}),
    h("div", {class: "buttons"}, h("button", {type: "button", id: "snapshot", click: () => attempt(() => call("POST", "snapshots"))}, "Take a snapshot")),
    h("h3", {}, "Newest microversions"), h("dl", {id: "microversions"}),
    h("p", {class: "dim"}, "PUT /_plumbline/microversions changes them."),
    h("h3", {}, "Settings of the operator"), h("div", {id: "settings", class: "grid"}),
    h("p", {class: "dim"}, "A change is in force at once, and until a reset. PUT /_plumbline/settings does the same."));
  $("clear").addEventListener("click", async () => {
    if (await confirmed("Clear the journal?", "The mock forgets all exchanges. Its records stay.", "Clear")) attempt(() => call("DELETE", "journal"));
  });
}

async function reset() {
  if (await confirmed("Reset this mock?", "Everything that was made since the start is gone: servers, volumes, stacks, journal, fault rules, settings.", "Reset")) {
    attempt(() => call("POST", "reset"));
  }
}

export function show(state) {
  $("about").textContent = `profile ${state.profile}, policy ${state.policy}` + (state.bugs ? `, ${state.bugs} of its own answers were wrong` : "");
  const now = JSON.stringify([state.snapshots, state.microversions, state.settings]);
  if (now === known) return;
  known = now;
  const pairs = (id, of) => $(id).replaceChildren(...Object.entries(of).map(([k, v]) => h("div", {}, h("dt", {}, k.replaceAll("_", " ")), h("dd", {}, v === "" ? "none" : v === true ? "yes" : v === false ? "no" : String(v)))));
  pairs("microversions", state.microversions);
  settings(state.settings);
  $("snapshots").replaceChildren(...(state.snapshots.length ? state.snapshots.map(snapshot) : [h("p", {class: "dim"}, "None yet.")]));
}

const units = {shelved_offload_time: "seconds", reclaim_instance_interval: "seconds", quota_cores: "-1: no limit"};

// settings shows the settings in fields that change them. The field that somebody is in stays as it is.
function settings(all) {
  for (const [name, value] of Object.entries(all)) {
    const field = $("s-" + name) ?? setting(name, value);
    if (field === document.activeElement && field.type !== "checkbox") continue;
    if (field.type === "checkbox") field.checked = value;
    else field.value = value;
    field.dataset.kept = value;
  }
}

function setting(name, value) {
  const kind = {boolean: "checkbox", number: "number"}[typeof value] ?? "text";
  const field = h("input", {id: "s-" + name, type: kind, step: kind === "number" ? 1 : undefined, autocomplete: "off", placeholder: kind === "text" ? "none" : undefined, change: () => change(name, field)});
  $("settings").append(h("div", {class: kind}, h("label", {htmlFor: "s-" + name}, name.replaceAll("_", " ") + (units[name] ? ` (${units[name]})` : "")), field));
  return field;
}

// change sets one setting. What the mock refuses, and what is no number, becomes what it was.
function change(name, field) {
  const value = field.type === "checkbox" ? field.checked : field.type === "number" ? field.valueAsNumber : field.value.trim();
  const undo = () => { field.type === "checkbox" ? field.checked = field.dataset.kept === "true" : field.value = field.dataset.kept; };
  if (Number.isNaN(value)) return undo();
  known = ""; // what is in the field was not shown by the state
  return attempt(async () => {
    try {
      field.dataset.kept = (await call("PUT", "settings", {[name]: value}))[name];
    } catch (e) {
      undo();
      throw e;
    }
  });
}

function snapshot(id) {
  const restore = async () => {
    if (await confirmed(`Restore ${id}?`, "Records become what they were then. What was made since is gone.", "Restore")) attempt(() => call("POST", `snapshots/${id}/restore`));
  };
  const drop = async () => {
    if (await confirmed(`Delete ${id}?`, "Nobody can go back to it then.", "Delete")) attempt(() => call("DELETE", "snapshots/" + id));
  };
  return h("div", {class: "rule"}, h("b", {}, id), h("span", {class: "buttons"},
    h("button", {type: "button", click: restore, "aria-label": "Restore " + id}, "Restore…"), h("button", {type: "button", class: "quiet", click: drop, "aria-label": "Delete " + id}, "Delete…")));
}
