import {admitted, open} from "./api.js";

// listen reads the mock's events for ever: it comes back after a break where it left off. It uses fetch and not
// EventSource, which cannot send the token. tell(event, data) is called for each; status(text, ok) says how it goes.
export async function listen(tell, status) {
  let last = "", wait = 500;
  for (;;) {
    try {
      await admitted();
      const r = await open("events", {more: last ? {"Last-Event-ID": last} : {}});
      if (!r.ok) throw new Error((await r.json()).error);
      status("live", true);
      wait = 500;
      for await (const {event, id, data} of events(r.body)) {
        if (id) last = id;
        if (event === "end") throw new Error("the mock has ended");
        tell(event, data);
      }
      throw new Error("the connection ended");
    } catch (e) {
      status(e.message.startsWith("the ") || e.message.includes("listen") ? e.message + ", trying again" : "no connection, trying again", false);
    }
    await new Promise(resolve => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, 8000);
  }
}

async function* events(body) {
  let rest = "";
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const {value, done} = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const said = {};
      for (const line of block.split("\n")) {
        const at = line.indexOf(": ");
        if (at > 0) said[line.slice(0, at)] = line.slice(at + 2);
      }
      if (said.event) yield {event: said.event, id: said.id, data: JSON.parse(said.data)};
    }
  }
}
