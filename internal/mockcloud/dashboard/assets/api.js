import {$, h} from "./dom.js";

const base = new URL("./", location.href).pathname;
const kept = "plumbline-control-token";
let asking = null;

const headers = () => {
  const token = sessionStorage.getItem(kept);
  return token ? {"X-Plumbline-Token": token} : {};
};

// open asks the control API and answers the response; a token that is missing is asked for first.
export async function open(path, {method = "GET", body, signal, more = {}} = {}) {
  for (;;) {
    const r = await fetch(base + path, {method, signal, cache: "no-store", headers: {...headers(), ...more, Accept: "application/json, text/event-stream"}, body});
    if (r.status !== 401) return r;
    sessionStorage.removeItem(kept);
    await admitted();
  }
}

// call asks the control API and answers what it says; what it refuses is an error in its own words.
export async function call(method, path, value) {
  const r = await open(path, {method, body: value === undefined ? undefined : JSON.stringify(value)});
  const text = await r.text();
  const said = text ? JSON.parse(text) : null;
  if (!r.ok) throw new Error(said?.error ?? r.statusText);
  return said;
}

// admitted waits until the mock lets this page in, asking for the token where it wants one.
export function admitted() {
  asking ??= enter().finally(() => { asking = null; });
  return asking;
}

async function enter() {
  for (let wrong = ""; ; wrong = "The mock does not know this token.") {
    const r = await fetch(base + "health", {headers: headers(), cache: "no-store"});
    const said = await r.json();
    if (said.token !== "required") return;
    sessionStorage.setItem(kept, await token(wrong));
  }
}

function token(wrong) {
  return new Promise(resolve => {
    const box = $("login");
    const field = h("input", {type: "password", required: true, autocomplete: "current-password", id: "token", "aria-describedby": "token-help"});
    const form = h("form", {method: "dialog", submit: e => { e.preventDefault(); box.close(); resolve(field.value.trim()); }},
      h("h2", {id: "login-title"}, "This mock asks for its control token"),
      h("p", {id: "token-help"}, "It was given as --control-token or PLUMBLINE_CONTROL_TOKEN, or printed to standard error when the mock started. This tab remembers it until it is closed."),
      // Password managers want to know whose secret it is.
      h("input", {type: "text", name: "username", autocomplete: "username", value: "control", hidden: true, readOnly: true}),
      h("label", {htmlFor: "token"}, "Control token"), field,
      h("p", {class: "wrong", role: "alert"}, wrong),
      h("div", {class: "buttons end"}, h("button", {class: "main"}, "Enter")));
    box.replaceChildren(form);
    box.addEventListener("cancel", e => e.preventDefault());
    if (!box.open) box.showModal();
  });
}
