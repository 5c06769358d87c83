import {$, badge, h, many, once, tag} from "./dom.js";
import {Windowed} from "./windowed.js";
import {Paged} from "./paged.js";
import {empty as nothing, rows} from "./kinds.js";

const here = ["servers", "volumes", "stacks"], paged = ["networks", "ports", "images", "users", "quotas"];
const lists = {};
const folded = new Set();
let cloud = {zones: [], servers: [], volumes: [], stacks: []}, mark = "";

// start makes the lists; show gives them what there is.
export function start() {
  for (const name of here) {
    const pane = $(name);
    lists[name] = new Windowed(pane.querySelector(".list"), pane.querySelector(".empty"));
  }
  for (const name of paged) lists[name] = new Paged(name, rows[name], nothing[name]);
  $("find").addEventListener("input", () => { draw(); look(); });
}

// show answers when all that is in view is as it is in the state.
export function show(next, at) {
  cloud = next;
  mark = at;
  for (const name of here) $("tab-" + name).querySelector(".n").textContent = cloud[name].length;
  for (const name of paged) $("tab-" + name).querySelector(".n").textContent = name === "quotas" ? "" : cloud.counts[name];
  draw();
  return look();
}

const look = () => Promise.all(paged.map(name => lists[name].look(mark, $("find").value.trim())));

const draw = once(() => {
  const words = $("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  const has = r => words.every(w => [r.name, r.id, r.status, r.task, r.host, r.zone, r.project, r.content, r.locked ? "locked" : ""].join(" ").toLowerCase().includes(w));
  const some = words.length > 0;
  lists.servers.set(tree(cloud.servers.filter(has), some));
  lists.volumes.set(cloud.volumes.filter(has).map(rows.volumes));
  lists.stacks.set(cloud.stacks.filter(has).map(rows.stacks));
  for (const name of here) empty(name, some);
});

function empty(name, some) {
  const all = cloud[name].length, {text, command} = nothing[name];
  $(name).querySelector(".empty").replaceChildren(...(some && all
    ? [h("p", {}, `None of ${all} ${name} has these words.`)]
    : [h("p", {}, text), h("p", {class: "dim"}, "One that a client makes appears here at once:"), h("pre", {}, command)]));
}

// tree lists zones, their hosts, and the servers on them; then those on no host.
function tree(servers, some) {
  const by = Map.groupBy(servers, s => s.host ?? "");
  const out = [];
  for (const zone of cloud.zones) {
    const hosts = zone.hosts.filter(host => !some || by.has(host.name));
    if (!hosts.length) continue;
    const count = hosts.reduce((n, host) => n + (by.get(host.name)?.length ?? 0), 0);
    out.push({
      key: "zone " + zone.name, sign: `${hosts.length} ${count}`, class: "zone",
      draw: () => [h("b", {}, zone.name), h("span", {class: "dim"}, `availability zone, ${many(hosts.length, "host")}, ${many(count, "server")}`)],
    });
    for (const host of hosts) group(out, "host " + host.name, host, by.get(host.name) ?? [], hostRow);
  }
  const none = by.get("") ?? [];
  if (none.length) group(out, "nowhere", {name: "On no host"}, none, () => [h("b", {}, "On no host"), h("span", {class: "dim"}, many(none.length, "server") + ", shelved, being built or in error")]);
  return out;
}

function group(out, key, host, servers, face) {
  const shut = folded.has(key);
  out.push({
    key, sign: JSON.stringify([host, servers.length, shut]), class: "host", expanded: !shut,
    draw: () => [h("i", {class: "fold", "aria-hidden": "true"}, shut ? "▸" : "▾"), ...face(host, servers.length)],
    open: () => { shut ? folded.delete(key) : folded.add(key); draw(); },
  });
  if (!shut) out.push(...servers.toReversed().map(rows.servers)); // the newest first: what was just made is in view
}

function hostRow(host, count) {
  return [
    h("b", {}, host.name),
    host.up ? null : badge("ERROR: down"), host.disabled ? tag("disabled" + (host.disabled_reason ? ": " + host.disabled_reason : "")) : null,
    h("span", {class: "dim count"}, many(count, "server")),
    gauge("vCPU", host.vcpus_used, host.vcpus, n => n), gauge("RAM", host.ram_used, host.ram, gib),
  ].filter(Boolean);
}

const gib = mib => mib < 10240 ? mib + " MiB" : (mib / 1024).toFixed(0) + " GiB";

function gauge(name, used, all, unit) {
  const bar = h("span", {class: "bar", "aria-hidden": "true"}, h("span"));
  bar.firstChild.style.width = Math.min(100, all ? 100 * used / all : 0) + "%";
  return h("span", {class: "gauge dim"}, `${name} ${unit(used)} of ${unit(all)}`, bar);
}
