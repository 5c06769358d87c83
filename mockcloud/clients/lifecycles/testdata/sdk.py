"""Takes resources through their lives with openstacksdk: created, read by id, listed, found by name, changed, deleted, gone.

Each line that it prints is {"row": name, "passed": number of steps, "wrong": [what went wrong]}. It removes what it made, whatever fails.
"""
import json
import os
import sys
import time
import uuid

import openstack
from openstack import exceptions

RUN = uuid.uuid4().hex[:8]
PAUSE = float(os.environ.get("PLUMBLINE_PAUSE", "0.01"))
TIMES = {"updated_at", "revision_number", "location", "status"}


def named(what):
    return "sdk-%s-%s" % (RUN, what)


class Row:
    """One resource: noun names the proxy's functions (create_network, get_network, ...)."""

    def __init__(self, name, proxy, noun, create, change=None, hidden=(), listed=True, found=True, wait=None, plural=None, needs=None,
                 follows=()):
        self.name, self.proxy, self.noun, self.create, self.change = name, proxy, noun, create, change
        self.hidden, self.listed, self.found, self.wait, self.needs = set(hidden), listed, found, wait, needs
        self.plural, self.follows = plural or noun + "s", set(follows)


class World:
    def __init__(self, cloud):
        self.cloud, self.undo, self.cache = cloud, [], {}

    def make(self, proxy, noun, wait=None, **attributes):
        """Makes something that a row needs, and answers its id."""
        service = getattr(self.cloud, proxy)
        made = getattr(service, "create_" + noun)(**attributes)
        self.undo.append(lambda: remove(service, noun, made.id))
        if wait:
            self.until(lambda: getattr(service, "get_" + noun)(made.id).status == wait)
        return made.id

    def until(self, holds):
        for _ in range(400):
            if holds():
                return
            time.sleep(PAUSE)
        raise TimeoutError("it took too long")

    def net(self):
        return self.make("network", "network", name=named("net"))

    def subnet(self, network):
        return self.make("network", "subnet", network_id=network, cidr="192.0.2.0/24", ip_version=4)

    def image(self):
        return self.cloud.image.find_image("cirros-a").id

    def clear(self):
        for undo in reversed(self.undo):
            try:
                undo()
            except exceptions.NotFoundException:
                pass
        self.undo = []


def remove(service, noun, id):
    try:
        getattr(service, "delete_" + noun)(id, ignore_missing=True)
    except (exceptions.BadRequestException, exceptions.ConflictException):
        pass  # it is being deleted
    for _ in range(400):
        try:
            if getattr(getattr(service, "get_" + noun)(id), "status", "") == "DELETE_COMPLETE":
                return
        except exceptions.NotFoundException:
            return
        time.sleep(PAUSE)


def value(resource, key):
    got = getattr(resource, key)
    return got.to_dict() if hasattr(got, "to_dict") else got


def same(sent, got):
    if isinstance(sent, dict):
        return isinstance(got, dict) and all(same(v, got.get(k)) for k, v in sent.items())
    if isinstance(sent, list):
        return isinstance(got, list) and len(sent) == len(got) and all(any(same(s, g) for g in got) for s in sent)
    return sent == got


class Life:
    def __init__(self, row, world):
        self.row, self.world, self.passed, self.wrong = row, world, 0, []
        self.service = getattr(world.cloud, row.proxy)

    def call(self, verb, *args, **kw):
        return getattr(self.service, verb + "_" + self.row.noun)(*args, **kw)

    def step(self, what, wrong):
        if wrong:
            self.wrong += ["%s: %s" % (what, w) for w in wrong]
        else:
            self.passed += 1

    def shows(self, what, sent, resource):
        self.step(what, ["%s: sent %r, read %r" % (k, v, value(resource, k)) for k, v in sorted(sent.items())
                         if k not in self.row.hidden and not same(v, value(resource, k))])

    def ready(self, id):
        if self.row.wait:
            self.world.until(lambda: self.call("get", id).status == self.row.wait)

    def run(self):
        row = self.row
        sent = row.create(self.world)
        made = self.call("create", **sent)
        self.world.undo.append(lambda: remove(self.service, row.noun, made.id))
        self.step("create", [] if made.id else ["no id"])
        self.ready(made.id)
        before = self.call("get", made.id)
        self.shows("read", sent, before)
        if row.listed:
            ids = [r.id for r in getattr(self.service, row.plural)()]
            self.step("list", [] if made.id in ids else ["it is not listed"])
        if row.found:
            found = self.call("find", before.name)
            self.step("find", [] if found and found.id == made.id else ["not found by its name"])
        if row.change:
            changes = row.change(self.world)
            self.call("update", made.id, **changes)
            self.ready(made.id)
            after = self.call("get", made.id)
            self.shows("change", changes, after)
            skip = TIMES | set(changes) | row.follows
            a, b = before.to_dict(), after.to_dict()
            self.step("the rest stays", ["%s was %r, is %r" % (k, a[k], b.get(k)) for k in sorted(a) if k not in skip and a[k] != b.get(k)])
        self.call("delete", made.id, ignore_missing=False)
        self.step("delete", [])
        remove(self.service, row.noun, made.id)
        try:
            left = self.call("get", made.id)
            self.step("gone", [] if getattr(left, "status", "") == "DELETE_COMPLETE" else ["still there"])
        except exceptions.NotFoundException:
            self.step("gone", [])


def port(w):
    network = w.net()
    subnet = w.subnet(network)
    group = w.make("network", "security_group", name=named("group"))
    return {"name": named("port"), "network_id": network, "description": "a port", "is_admin_state_up": False,
            "security_group_ids": [group],
            "fixed_ips": [{"subnet_id": subnet, "ip_address": "192.0.2.77"}], "mac_address": "fa:16:3e:00:01:07", "device_id": "d",
            "device_owner": "somebody:else", "allowed_address_pairs": [{"ip_address": "192.0.2.200", "mac_address": "fa:16:3e:00:01:08"}],
            "extra_dhcp_opts": [{"opt_name": "mtu", "opt_value": "1300", "ip_version": 4}], "is_port_security_enabled": True}


def volume(w):
    return w.make("block_storage", "volume", wait="available", name=named("source"), size=1)


ROWS = [
    Row("network", "network", "network",
        lambda w: {"name": named("network"), "description": "a network", "is_admin_state_up": False, "mtu": 1400,
                   "is_port_security_enabled": False, "is_shared": False, "is_router_external": False},
        lambda w: {"name": named("renamed"), "description": "", "is_admin_state_up": True, "mtu": 1300, "is_port_security_enabled": True}),
    Row("subnet", "network", "subnet",
        lambda w: {"name": named("subnet"), "network_id": w.net(), "cidr": "198.51.100.0/24", "ip_version": 4,
                   "gateway_ip": "198.51.100.254", "is_dhcp_enabled": False, "dns_nameservers": ["203.0.113.2"],
                   "service_types": ["network:routed"], "description": "a subnet",
                   "allocation_pools": [{"start": "198.51.100.10", "end": "198.51.100.20"}],
                   "host_routes": [{"destination": "203.0.113.0/24", "nexthop": "198.51.100.253"}]},
        lambda w: {"name": named("renamed"), "description": "", "gateway_ip": None, "dns_nameservers": [], "host_routes": [],
                   "is_dhcp_enabled": True, "allocation_pools": [{"start": "198.51.100.50", "end": "198.51.100.60"}]}),
    Row("subnet pool", "network", "subnet_pool",
        lambda w: {"name": named("pool"), "prefixes": ["10.10.0.0/16"], "default_prefix_length": 26, "minimum_prefix_length": 24,
                   "maximum_prefix_length": 28, "default_quota": 4096, "description": "a pool"},
        lambda w: {"name": named("renamed"), "default_prefix_length": 27, "description": ""}),
    Row("address scope", "network", "address_scope", lambda w: {"name": named("scope"), "ip_version": 4, "is_shared": False},
        lambda w: {"name": named("renamed"), "is_shared": True}),
    Row("address group", "network", "address_group",
        lambda w: {"name": named("addresses"), "description": "addresses", "addresses": ["192.0.2.0/24"]},
        lambda w: {"name": named("renamed"), "description": ""}),
    Row("port", "network", "port", port,
        lambda w: {"name": named("renamed"), "description": "", "is_admin_state_up": True, "allowed_address_pairs": [], "device_id": "",
                   "device_owner": "", "security_group_ids": []}, follows=["security_groups"]),
    Row("router", "network", "router",
        lambda w: {"name": named("router"), "description": "a router", "is_admin_state_up": False},
        lambda w: {"name": named("renamed"), "description": "", "is_admin_state_up": True}),
    Row("security group", "network", "security_group",
        lambda w: {"name": named("group"), "description": "a group", "stateful": False},
        lambda w: {"name": named("renamed"), "description": "", "stateful": True}),
    Row("rule of a security group", "network", "security_group_rule",
        lambda w: {"security_group_id": w.make("network", "security_group", name=named("group")), "direction": "ingress",
                   "ether_type": "IPv4", "protocol": "tcp",
                   "port_range_min": 80, "port_range_max": 90, "remote_ip_prefix": "192.0.2.0/24", "description": "web"},
        found=False),
    Row("sharing", "network", "rbac_policy",
        lambda w: {"object_type": "network", "object_id": w.net(), "action": "access_as_shared",
                   "target_project_id": w.make("identity", "project", name=named("project"))}, found=False, plural="rbac_policies"),
    Row("policy of quality of service", "network", "qos_policy",
        lambda w: {"name": named("qos"), "description": "a policy", "is_shared": True},
        lambda w: {"name": named("renamed"), "description": "", "is_shared": False}, plural="qos_policies", needs="qos"),
    Row("project", "identity", "project",
        lambda w: {"name": named("project"), "description": "a project", "domain_id": "default", "is_enabled": False},
        lambda w: {"name": named("renamed"), "description": "", "is_enabled": True}),
    Row("user", "identity", "user",
        lambda w: {"name": named("user"), "password": "secret", "description": "a user", "email": "a@example.org", "is_enabled": True,
                   "default_project_id": w.make("identity", "project", name=named("project"))},
        lambda w: {"name": named("renamed"), "description": "", "email": "b@example.org", "is_enabled": False}, hidden=["password"],
        follows=["password_expires_at"]),
    Row("group", "identity", "group", lambda w: {"name": named("group"), "description": "a group", "domain_id": "default"},
        lambda w: {"name": named("renamed"), "description": ""}),
    Row("role", "identity", "role", lambda w: {"name": named("role"), "description": "a role"},
        lambda w: {"name": named("renamed")}),
    Row("domain", "identity", "domain", lambda w: {"name": named("domain"), "description": "a domain", "is_enabled": False},
        lambda w: {"name": named("renamed"), "description": ""}),
    Row("region", "identity", "region", lambda w: {"id": named("region"), "description": "a region", "parent_region_id": "RegionOne"},
        lambda w: {"description": ""}, found=False),
    Row("service", "identity", "service",
        lambda w: {"name": named("service"), "type": named("type"), "description": "s", "is_enabled": False},
        lambda w: {"name": named("renamed"), "is_enabled": True}),
    Row("endpoint", "identity", "endpoint",
        lambda w: {"interface": "internal", "url": "http://192.0.2.1/v1", "region_id": "RegionOne", "is_enabled": False,
                   "service_id": w.make("identity", "service", name=named("service"), type=named("type"))},
        lambda w: {"url": "http://192.0.2.2/v1", "interface": "public", "is_enabled": True}, found=False),
    Row("flavor", "compute", "flavor",
        lambda w: {"name": named("flavor"), "ram": 96, "vcpus": 2, "disk": 1, "swap": 64, "ephemeral": 1, "rxtx_factor": 1.5,
                   "is_public": False, "description": "a flavor"}, lambda w: {"description": "another"}, listed=False),
    Row("key pair", "compute", "keypair",
        lambda w: {"name": named("key"), "public_key": w.cloud.public_key}, found=False),
    Row("server group", "compute", "server_group", lambda w: {"name": named("group"), "policy": "soft-affinity"}),
    Row("aggregate", "compute", "aggregate", lambda w: {"name": named("aggregate"), "availability_zone": named("zone")},
        lambda w: {"name": named("renamed")}),
    Row("server", "compute", "server",
        lambda w: {"name": named("server"), "image_id": w.image(), "flavor_id": "1", "networks": "none", "metadata": {"a": "b"},
                   "access_ipv4": "192.0.2.1", "description": "a server", "tags": ["red"]},
        lambda w: {"name": named("renamed"), "access_ipv4": "192.0.2.2", "description": "another"},
        hidden=["networks", "image_id", "flavor_id"], wait="ACTIVE"),
    Row("volume", "block_storage", "volume",
        lambda w: {"name": named("volume"), "size": 1, "description": "a volume", "metadata": {"a": "b"}, "availability_zone": "nova",
                   "volume_type": "file"}, wait="available"),
    Row("snapshot", "block_storage", "snapshot",
        lambda w: {"volume_id": volume(w), "name": named("snapshot"), "description": "a snapshot", "metadata": {"a": "b"}},
        lambda w: {"name": named("renamed"), "description": ""}, wait="available"),
    Row("volume type", "block_storage", "type",
        lambda w: {"name": named("type"), "description": "a type", "is_public": True},
        lambda w: {"name": named("renamed"), "description": "another"}),
    Row("image", "image", "image",
        lambda w: {"name": named("image"), "disk_format": "raw", "container_format": "bare", "min_disk": 1, "min_ram": 2,
                   "visibility": "private"},
        lambda w: {"name": named("renamed"), "min_disk": 3, "visibility": "shared"}, hidden=["visibility"]),
    Row("stack", "orchestration", "stack",
        lambda w: {"name": named("stack"), "timeout_mins": 5, "parameters": {"text": "one"}, "template": {
            "heat_template_version": "2018-08-31", "parameters": {"text": {"type": "string"}},
            "resources": {"value": {"type": "OS::Heat::Value", "properties": {"value": {"get_param": "text"}}}}}},
        hidden=["template"], wait="CREATE_COMPLETE"),
]


def main():
    cloud = openstack.connect(compute_default_microversion="2.90", block_storage_default_microversion="3.70")
    cloud.public_key = sys.argv[1]
    there = {e.alias for e in cloud.network.extensions()}
    for row in ROWS:
        if row.needs and row.needs not in there:
            print(json.dumps({"row": row.name, "passed": 0, "wrong": [], "left": "no network extension " + row.needs}), flush=True)
            continue
        world = World(cloud)
        life = Life(row, world)
        try:
            life.run()
        except Exception as e:  # whatever it is belongs to the row
            life.wrong.append("%s: %s" % (type(e).__name__, e))
        finally:
            world.clear()
        print(json.dumps({"row": row.name, "passed": life.passed, "wrong": life.wrong, "left": ""}), flush=True)


main()
