import {badge, h, many, short, size, tag} from "./dom.js";
import {showRecord} from "./panels.js";

// row makes the row of a record: name, status, tags, whose it is, id.
const row = (kind, r, name, status, tags, who, id = h("code", {class: "dim id"}, short(r.id))) => ({
  key: r.id, sign: JSON.stringify(r), class: kind,
  draw: () => [h("span", {class: "name", title: name}, name), status, h("span", {class: "tags"}, ...tags), h("span", {class: "dim who"}, who), id],
  open: () => showRecord(kind, r),
});

// rows makes the rows of the kinds of records.
export const rows = {
  servers: s => row("server", s, s.name, badge(s.status, s.task), [
    s.locked ? tag("locked by " + (s.locked_by || "somebody")) : null, s.pinned !== undefined ? tag("pinned to " + (s.pinned || "“”")) : null], s.project),
  volumes: v => row("volume", v, v.name || short(v.id), badge(v.status, v.size + " GiB"), [
    ...(v.attached ?? []).map(a => tag("on " + (a.name || short(a.server || "a host")) + (a.device ? " as " + a.device : ""))), v.bootable ? tag("bootable") : null], v.project,
  h("code", {class: "dim id", title: "marker of what is on it"}, "content " + short(v.content))),
  stacks: s => row("stack", s, (s.parent ? "↳ " : "") + s.name, badge(s.status), [s.locked ? tag("locked: " + s.locked) : null, tag(many(s.resources, "resource"))], s.project),
  networks: n => row("network", n, n.name || short(n.id), badge(n.admin_up ? "UP" : "DOWN", many(n.ports, "port")), [
    n.external ? tag("external") : null, n.shared ? tag("shared") : null, ...(n.subnets ?? []).map(s => tag(s.cidr))], n.project),
  ports: p => row("port", p, p.name || (p.addresses ?? [])[0] || p.mac, badge(p.status), [
    p.device ? tag("of " + (p.device_name || p.device_owner || short(p.device))) : null, tag("on " + p.network)], p.project),
  images: i => row("image", i, i.name || short(i.id), badge(i.status, i.size === undefined ? null : size(i.size)), [
    tag(i.visibility), i.disk_format ? tag(i.disk_format) : null, i.protected ? tag("protected") : null], i.project),
  users: u => row("user", u, u.name, badge(u.enabled ? "enabled" : "disabled"), [...(u.roles ?? []).map(tag), ...(u.groups ?? []).map(g => tag("group " + g))], u.domain),
  quotas: q => row("quota", q, q.name, h("span", {class: "dim"}, q.service), [
    h("span", {class: "uses"}, q.quotas.filter(l => l.in_use).map(l => `${l.resource} ${use(l)}`).join(", ") || "nothing in use")], "",
  h("span", {class: "dim id"}, many(q.quotas.length, "quota"))),
};

const use = l => `${l.in_use} of ${l.limit < 0 ? "∞" : l.limit}`;

// empty is what to say where there is nothing of a kind, and the command that makes one.
export const empty = {
  servers: {text: "There are no servers.", command: "openstack server create --image cirros-a --flavor m1.tiny --network private one"},
  volumes: {text: "There are no volumes.", command: "openstack volume create --size 1 one"},
  stacks: {text: "There are no stacks.", command: "openstack stack create --template stack.yaml one"},
  networks: {text: "There are no networks.", command: "openstack network create one"},
  ports: {text: "There are no ports.", command: "openstack port create --network private one"},
  images: {text: "There are no images.", command: "openstack image create --file one.qcow2 --disk-format qcow2 one"},
  users: {text: "There are no users.", command: "openstack user create one"},
  quotas: {text: "There are no projects, so there are no quotas.", command: "openstack project create one"},
};
