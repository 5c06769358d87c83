#!/usr/bin/python3
"""Writes tempest.conf for the cloud of OS_AUTH_URL, mock or real, to standard output.

The administrator is OS_USERNAME, OS_PASSWORD, OS_PROJECT_NAME and OS_DOMAIN_NAME. Everything that the services do without a guest is
switched on. Images, flavors, the public network, hosts, extensions and volume types are asked of the cloud. Arguments SECTION.OPTION=VALUE
win over what this program found.
"""
import configparser
import json
import os
import sys
import urllib.request


def environment(name, default=""):
    return os.environ.get("OS_" + name, default)


class Cloud:
    """A cloud, asked with the administrator's token."""

    def __init__(self):
        domain = {"name": environment("DOMAIN_NAME", "Default")}
        user = {"name": environment("USERNAME", "admin"), "password": environment("PASSWORD", "secret"), "domain": domain}
        body = {"auth": {"identity": {"methods": ["password"], "password": {"user": user}},
                         "scope": {"project": {"name": environment("PROJECT_NAME", "admin"), "domain": domain}}}}
        self.token = None
        answer = self.request(os.environ["OS_AUTH_URL"] + "/auth/tokens", body)
        self.token = answer.headers["X-Subject-Token"]
        self.endpoints = {}
        for service in json.load(answer)["token"]["catalog"]:
            for endpoint in service["endpoints"]:
                if endpoint["interface"] == "public":
                    self.endpoints[service["type"]] = endpoint["url"]

    def request(self, url, body=None):
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["X-Auth-Token"] = self.token
        return urllib.request.urlopen(urllib.request.Request(url, body and json.dumps(body).encode(), headers))

    def type_of(self, *names):
        """The first of these types of service that the catalogue has."""
        return next((name for name in names if name in self.endpoints), None)

    def list(self, service, path, key):
        return json.load(self.request(self.endpoints[service].rstrip("/") + path))[key]


def ids(cloud):
    """What the tests are told of images, flavors and networks."""
    images = sorted((i["name"], i["id"]) for i in cloud.list("image", "/v2/images", "images")
                    if i["status"] == "active" and i["name"].startswith("cirros-") and not i["min_disk"])
    flavors = sorted((f["ram"], f["id"]) for f in cloud.list("compute", "/flavors/detail", "flavors") if f["ram"] >= 64)
    public = next(iter(cloud.list("network", "/v2.0/networks?router:external=true", "networks")), None)
    return {
        "compute.image_ref": images[0][1],
        "compute.image_ref_alt": images[1][1],
        "compute.flavor_ref": flavors[0][1],
        "compute.flavor_ref_alt": flavors[1][1],
        "network.public_network_id": public["id"] if public else "",
        "network.floating_network_name": public["name"] if public else "",
    }


def compute(cloud):
    services = cloud.list("compute", "/os-services?binary=nova-compute", "services")
    names = """change_password resize shelve_migrate cold_migration live_migration live_migrate_back_and_forth
        block_migration_for_live_migration block_migrate_cinder_iscsi volume_backed_live_migration volume_multiattach swap_volume rescue
        stable_rescue personality hostname_fqdn_sanitization attach_encrypted_volume"""
    return {
        "compute.min_compute_nodes": len(services),
        "compute.max_microversion": "latest",
        "compute.build_timeout": 60,
        **{"compute-feature-enabled." + name: True for name in names.split()},
    }


def others(cloud):
    volume = cloud.type_of("volumev3", "block-storage")
    types = cloud.list(volume, "/types", "volume_types")
    several = [t["name"] for t in types if t.get("extra_specs", {}).get("multiattach") == "<is> True"]
    extensions = sorted(e["alias"] for e in cloud.list("network", "/v2.0/extensions", "extensions"))
    specs = [t.get("extra_specs", {}) for t in types]
    pool = next((p["capabilities"] for p in cloud.list(volume, "/scheduler-stats/get_pools?detail=True", "pools")), {})
    backends = sorted({s["volume_backend_name"] for s in specs if "volume_backend_name" in s})
    return {
        "volume.catalog_type": volume,
        "volume.volume_type": cloud.list(volume, "/types/default", "volume_type")["name"],
        "volume.volume_type_multiattach": several[0] if several else "",
        "volume.backend_names": ",".join(backends),
        "volume.storage_protocol": pool.get("storage_protocol", "iSCSI"),
        "volume.vendor_name": pool.get("vendor_name", "Open Source"),
        "volume.max_microversion": "latest",
        "volume.build_timeout": 60,
        "placement.max_microversion": "latest",
        "network.build_timeout": 60,
        "network-feature-enabled.api_extensions": ",".join(extensions),
        "network-feature-enabled.port_security": "port-security" in extensions,
        "image.build_timeout": 60,
        **{"identity-feature-enabled." + name: True for name in ["access_rules", "domain_specific_drivers", "enforce_scope"]},
        "identity-feature-enabled.external_idp": False,
        **{"image-feature-enabled." + name: True for name in ["import_image", "os_glance_reserved"]},
        **{"volume-feature-enabled." + name: True for name in ["extend_attached_volume", "consistency_group", "volume_revert"]},
        "volume-feature-enabled.backup": any(s["binary"] == "cinder-backup" for s in cloud.list(volume, "/os-services", "services")),
    }


def heat(cloud):
    """The options of Heat's plugin, whose tests belong to a user with the role of a member (OS_MEMBER) in the project demo."""
    found = ids(cloud)
    names = {i["id"]: i["name"] for i in cloud.list("image", "/v2/images", "images")}
    flavors = {f["id"]: f["name"] for f in cloud.list("compute", "/flavors/detail", "flavors")}
    settings = {
        "username": environment("MEMBER", "member"), "password": environment("PASSWORD", "secret"), "project_name": "demo",
        "admin_username": environment("USERNAME", "admin"), "admin_password": environment("PASSWORD", "secret"),
        "admin_project_name": "demo", "auth_url": os.environ["OS_AUTH_URL"], "auth_version": 3,
        "region": environment("REGION_NAME", "RegionOne"),
        "user_domain_name": "Default", "project_domain_name": "Default", "user_domain_id": "default", "project_domain_id": "default",
        "instance_type": flavors[found["compute.flavor_ref_alt"]], "minimal_instance_type": flavors[found["compute.flavor_ref"]],
        "image_ref": names[found["compute.image_ref"]], "minimal_image_ref": names[found["compute.image_ref_alt"]],
        "fixed_network_name": "private", "floating_network_name": found["network.floating_network_name"],
        "build_timeout": 90, "build_interval": 1,
    }
    return {"heat_plugin." + name: value for name, value in settings.items()}


def access(cloud):
    return {
        "DEFAULT.log_file": "tempest.log",
        "oslo_concurrency.lock_path": "locks",
        "auth.admin_username": environment("USERNAME", "admin"),
        "auth.admin_password": environment("PASSWORD", "secret"),
        "auth.admin_project_name": environment("PROJECT_NAME", "admin"),
        "auth.admin_domain_name": environment("DOMAIN_NAME", "Default"),
        "identity.uri_v3": os.environ["OS_AUTH_URL"],
        "identity.region": environment("REGION_NAME", "RegionOne"),
        "identity.v3_endpoint_type": "public",
        "validation.run_validation": False,
        "service_available.neutron": True,
        "service_available.placement": True,
        "service_available.swift": False,
        "service_available.horizon": False,
    }


def write(settings):
    configuration = configparser.RawConfigParser()
    for name, value in settings.items():
        section, option = name.split(".", 1)
        if section != "DEFAULT" and not configuration.has_section(section):
            configuration.add_section(section)
        configuration.set(section, option, str(value))
    configuration.write(sys.stdout)


if __name__ == "__main__":
    there = Cloud()
    write({**access(there), **ids(there), **compute(there), **others(there), **heat(there), **dict(a.split("=", 1) for a in sys.argv[1:])})
