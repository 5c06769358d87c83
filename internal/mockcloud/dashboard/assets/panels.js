import {badge, h, size} from "./dom.js";
import {call} from "./api.js";
import {close, list, open} from "./detail.js";
import {about} from "./journal.js";
import {choose} from "./tabs.js";
import {propose} from "./faults.js";

const yes = is => is ? "yes" : undefined;
const code = text => text && h("code", {}, text);
const pairs = of => Object.entries(of ?? {}).map(([k, v]) => `${k}=${v}`).join(", ");

// what the panel of each kind shows: its title, facts by name, and further parts.
const panels = {
  server: s => [`Server ${s.name}`, serverFacts(s), addresses(s), h("h3", {}, "Console"), consoleText(s)],
  volume: v => [`Volume ${v.name || v.id}`, {
    Id: code(v.id), Status: badge(v.status), "Availability zone": v.zone, Project: v.project, Size: v.size + " GiB", Image: v.image, Bootable: yes(v.bootable),
    "Content marker": code(v.content), "Attached to": v.attached?.map(a => `${a.name || a.server} (${a.status}${a.device ? ", " + a.device : ""})`).join("; "),
  }],
  stack: s => [`Stack ${s.name}`, {
    Id: code(s.id), Status: badge(s.status), Locked: s.locked, Project: s.project, Resources: s.resources, "Nested in": code(s.parent), Reason: s.reason,
  }],
  network: n => [`Network ${n.name || n.id}`, {
    Id: code(n.id), "Administrative state": badge(n.admin_up ? "UP" : "DOWN"), Project: n.project, External: yes(n.external), Shared: yes(n.shared), MTU: n.mtu, Ports: n.ports,
  }, h("h3", {}, "Subnets"), table(["Range", "Gateway", "Name"], (n.subnets ?? []).map(s => [s.cidr, s.gateway || "none", s.name]), "It has none.")],
  port: p => [`Port ${p.name || p.id}`, {
    Id: code(p.id), Status: badge(p.status), Network: p.network, Addresses: p.addresses?.join(", "), MAC: code(p.mac), Project: p.project, Host: p.host,
    Device: p.device && (p.device_name ? `server ${p.device_name}` : p.device), "Owner of the device": p.device_owner, "Security groups": p.security_groups?.join(", "),
  }],
  image: i => [`Image ${i.name || i.id}`, {
    Id: code(i.id), Status: badge(i.status), Visibility: i.visibility, Project: i.project, Size: i.size === undefined ? "no data yet" : size(i.size), "Disk format": i.disk_format,
    "Container format": i.container_format, "Minimum disk": i.min_disk && i.min_disk + " GiB", "Minimum RAM": i.min_ram && i.min_ram + " MiB", Protected: yes(i.protected),
    Hidden: yes(i.hidden), Checksum: code(i.checksum), Properties: pairs(i.properties), Tags: i.tags?.join(", "),
  }],
  user: u => [`User ${u.name}`, {
    Id: code(u.id), Status: badge(u.enabled ? "enabled" : "disabled"), Domain: u.domain, Email: u.email, Roles: u.roles?.join(", ") ?? "none", Groups: u.groups?.join(", "),
  }],
  quota: q => [`Quotas of ${q.name} in ${q.service}`, {Project: q.name, Service: q.service},
    table(["Resource", "In use", "Limit"], q.quotas.map(l => [l.resource, l.in_use, l.limit < 0 ? "no limit" : l.limit]), "It has none.")],
};

function serverFacts(s) {
  const f = s.flavor, sizes = f && [`${f.vcpus} vCPU`, `${f.ram} MiB RAM`, `${f.disk} GiB disk`, f.ephemeral && `${f.ephemeral} GiB ephemeral`, f.swap && `${f.swap} MiB swap`].filter(Boolean);
  return {
    Id: code(s.id), Status: badge(s.status, s.task), "State of the machine": s.vm_state, Host: s.host ?? "none", "Availability zone": s.zone,
    "Pinned to": s.pinned === undefined ? "no zone: free to move" : s.pinned || "“”", Locked: s.locked && "by " + (s.locked_by || "somebody"), Project: s.project, User: s.user,
    Image: s.image ? named(s.image) : "none: it boots from a volume", Flavor: f && `${f.name || f.id}: ${sizes.join(", ")}`,
    Key: s.key ? [s.key.name, s.key.fingerprint].filter(Boolean).join(" ") : "none", Created: s.created.slice(0, 19).replace("T", " ") + " UTC", "Extra specifications": pairs(f?.extra_specs),
    "Security groups": s.security_groups?.join(", "), Volumes: s.volumes?.map(v => named(v) + (v.device ? " as " + v.device : "")).join("; "),
    Metadata: pairs(s.metadata), Tags: s.tags?.join(", "), Fault: s.fault,
  };
}

const named = r => r.name ? `${r.name} (${r.id})` : r.id;

const addresses = s => h("div", {}, h("h3", {}, "Addresses"), table(["Network", "Address", "Kind", "MAC"],
  (s.addresses ?? []).flatMap(n => n.addresses.map(a => [n.network, a.addr, a["OS-EXT-IPS:type"], a["OS-EXT-IPS-MAC:mac_addr"]])), "It has none."));

const consoleText = s => s.console === undefined ? h("p", {class: "dim"}, "It is on no host, so there is no console.") : h("pre", {tabIndex: 0, "aria-label": "Console", id: "console"}, s.console);

function table(head, rows, none) {
  if (!rows.length) return h("p", {class: "dim"}, none);
  return h("div", {class: "table", tabIndex: 0}, h("table", {}, h("thead", {}, h("tr", {}, head.map(t => h("th", {scope: "col"}, t)))), h("tbody", {}, rows.map(r => h("tr", {}, r.map(t => h("td", {}, String(t ?? ""))))))));
}

// showRecord shows a record of a kind. Of a server there is more than its list knows.
export async function showRecord(kind, r) {
  if (kind === "server") {
    try {
      ({server: r} = await call("GET", "state/servers/" + encodeURIComponent(r.id)));
    } catch (e) {
      open(`Server ${r.name}`, h("p", {}, e.message));
      return;
    }
  }
  const [title, facts, ...parts] = panels[kind](r);
  open(title, list(facts), ...parts, kind === "quota" ? null : h("div", {class: "buttons"},
    h("button", {type: "button", click: () => { close(); choose("journal"); about(r.id); }}, "Its exchanges"),
    h("button", {type: "button", click: () => { close(); propose({resource: r.id, status: 500, times: 1}); }}, "Make the next request for it fail…")));
}
