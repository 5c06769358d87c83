import {$, badge, h, once, short, tag} from "./dom.js";
import {Windowed} from "./windowed.js";
import {showRecord} from "./detail.js";

const lists = {};
const folded = new Set();
let cloud = {zones: [], servers: [], volumes: [], stacks: []};

// start makes the lists; show gives them what there is.
export function start() {
  for (const name of ["servers", "volumes", "stacks"]) {
    const pane = $(name);
    lists[name] = new Windowed(pane.querySelector(".list"), pane.querySelector(".empty"));
  }
  $("find").addEventListener("input", draw);
}

export function show(next) {
  cloud = next;
  for (const name of ["servers", "volumes", "stacks"]) {
    $("tab-" + name).querySelector(".n").textContent = cloud[name].length;
  }
  draw();
}

const draw = once(() => {
  const words = $("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  const has = r => words.every(w => [r.name, r.id, r.status, r.task, r.host, r.zone, r.project, r.content, r.locked ? "locked" : ""].join(" ").toLowerCase().includes(w));
  const some = words.length > 0;
  lists.servers.set(tree(cloud.servers.filter(has), some));
  lists.volumes.set(cloud.volumes.filter(has).map(volume));
  lists.stacks.set(cloud.stacks.filter(has).map(stack));
  empty("servers", some, "There are no servers.", "openstack server create --image cirros-a --flavor m1.tiny --network private one");
  empty("volumes", some, "There are no volumes.", "openstack volume create --size 1 one");
  empty("stacks", some, "There are no stacks.", "openstack stack create --template stack.yaml one");
});

function empty(name, some, text, command) {
  const all = cloud[name].length;
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
  if (!shut) out.push(...servers.toReversed().map(server)); // the newest first: what was just made is in view
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

const server = s => ({
  key: s.id, sign: JSON.stringify(s), class: "server",
  draw: () => [
    h("span", {class: "name"}, s.name), badge(s.status, s.task),
    h("span", {class: "tags"}, s.locked ? tag("locked by " + (s.locked_by || "somebody")) : null, s.pinned !== undefined ? tag("pinned to " + (s.pinned || "“”")) : null),
    h("span", {class: "dim who"}, s.project), h("code", {class: "dim id"}, short(s.id)),
  ],
  open: () => showRecord("Server", s),
});

const volume = v => ({
  key: v.id, sign: JSON.stringify(v), class: "volume",
  draw: () => [
    h("span", {class: "name"}, v.name || short(v.id)), badge(v.status, v.size + " GiB"),
    h("span", {class: "tags"}, (v.attached ?? []).map(a => tag("on " + (a.name || short(a.server || "a host")) + (a.device ? " as " + a.device : ""))), v.bootable ? tag("bootable") : null),
    h("span", {class: "dim who"}, v.project), h("code", {class: "dim id", title: "marker of what is on it"}, "content " + short(v.content)),
  ],
  open: () => showRecord("Volume", v),
});

const stack = s => ({
  key: s.id, sign: JSON.stringify(s), class: "stack",
  draw: () => [
    h("span", {class: "name"}, (s.parent ? "↳ " : "") + s.name), badge(s.status),
    h("span", {class: "tags"}, s.locked ? tag("locked: " + s.locked) : null, tag(many(s.resources, "resource"))),
    h("span", {class: "dim who"}, s.project), h("code", {class: "dim id"}, short(s.id)),
  ],
  open: () => showRecord("Stack", s),
});

export const many = (n, what) => n === 1 ? "1 " + what : `${n.toLocaleString("en")} ${what}s`;
