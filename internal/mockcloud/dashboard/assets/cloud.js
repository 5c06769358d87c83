import {$, badge, h, many, tag} from "./dom.js";
import {Paged} from "./paged.js";
import {empty, rows} from "./kinds.js";

const lists = {};
const folded = new Set();
let zones = [], mark = "";

// start makes the lists; show gives them what there is.
export function start() {
  for (const kind of Object.keys(rows)) lists[kind] = new Paged(kind, rows[kind], empty[kind]);
  lists.servers.arrange = tree;
  $("find").addEventListener("input", look);
}

// show answers when all that is in view is as it is in the state.
export function show(cloud, at) {
  zones = cloud.zones;
  mark = at;
  for (const kind of Object.keys(rows)) $("tab-" + kind).querySelector(".n").textContent = kind === "quotas" ? "" : cloud.counts[kind];
  lists.servers.draw();
  return look();
}

const look = () => Promise.all(Object.values(lists).map(list => list.look(mark, $("find").value.trim())));

// tree lists zones, their hosts, and the servers on them; then those on no host.
function tree(list) {
  const hosts = new Map(zones.flatMap(z => z.hosts.map(host => [host.name, host])));
  const out = [];
  let at = 0, zone;
  for (const group of list.groups) {
    if (group.host && group.zone !== zone) out.push(zoneRow(zone = group.zone, list.groups.filter(g => g.host && g.zone === zone)));
    const key = group.host ? "host " + group.host : "nowhere", shut = folded.has(key);
    const host = hosts.get(group.host) ?? {name: group.host || "On no host", nowhere: !group.host};
    out.push({
      key, sign: JSON.stringify([host, group.found, shut]), class: "host", expanded: !shut,
      draw: () => [h("i", {class: "fold", "aria-hidden": "true"}, shut ? "▸" : "▾"), ...hostRow(host, group.found)],
      open: () => { shut ? folded.delete(key) : folded.add(key); list.draw(); },
    });
    for (let i = 0; i < group.found && !shut; i++) out.push(list.at(at + i));
    at += group.found;
  }
  return out;
}

function zoneRow(name, groups) {
  const count = groups.reduce((n, group) => n + group.found, 0);
  return {
    key: "zone " + name, sign: `${groups.length} ${count}`, class: "zone",
    draw: () => [h("b", {}, name), h("span", {class: "dim"}, `availability zone, ${many(groups.length, "host")}, ${many(count, "server")}`)],
  };
}

function hostRow(host, count) {
  if (host.nowhere) return [h("b", {}, host.name), h("span", {class: "dim"}, many(count, "server") + ", shelved, being built or in error")];
  return [
    h("b", {}, host.name),
    host.up === false ? badge("ERROR: down") : null, host.disabled ? tag("disabled" + (host.disabled_reason ? ": " + host.disabled_reason : "")) : null,
    h("span", {class: "dim count"}, many(count, "server")),
    ...(host.vcpus === undefined ? [] : [gauge("vCPU", host.vcpus_used, host.vcpus, n => n), gauge("RAM", host.ram_used, host.ram, gib)]),
  ].filter(Boolean);
}

const gib = mib => mib < 10240 ? mib + " MiB" : (mib / 1024).toFixed(0) + " GiB";

function gauge(name, used, all, unit) {
  const bar = h("span", {class: "bar", "aria-hidden": "true"}, h("span"));
  bar.firstChild.style.width = Math.min(100, all ? 100 * used / all : 0) + "%";
  return h("span", {class: "gauge dim"}, `${name} ${unit(used)} of ${unit(all)}`, bar);
}
