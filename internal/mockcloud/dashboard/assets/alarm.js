import {$} from "./dom.js";

let until;

// attempt does something and says so when it fails.
export async function attempt(what) {
  try {
    return await what();
  } catch (e) {
    $("alarm").textContent = e.message;
    $("alarm").hidden = false;
    clearTimeout(until);
    until = setTimeout(() => { $("alarm").hidden = true; }, 8000);
  }
}
