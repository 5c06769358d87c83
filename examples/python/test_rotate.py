"""Tests a small program that uses openstacksdk against the mock cloud: python3 -m unittest (needs python3-openstacksdk).

PLUMBLINE names the program "plumbline" where it is not on the PATH. setUpModule starts one mock for all tests; each test
begins with what the seed made, because the control API resets the cloud.
"""

import json
import os
import subprocess
import unittest
import urllib.request

import openstack

from rotate import rotate_key

PUBLIC_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f example"
mock = None
url = ""


def setUpModule():
    global mock, url
    mock = subprocess.Popen(
        [os.environ.get("PLUMBLINE", "plumbline"), "mock", "--listen", "127.0.0.1:0"],
        stdout=subprocess.PIPE,
        text=True,
    )
    url = mock.stdout.readline().split(": ")[1].split()[0]  # "plumbline mock is ready: URL (…)"


def tearDownModule():
    mock.terminate()
    mock.wait()
    mock.stdout.close()


def control(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + "/_plumbline" + path, data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request) as answer:
        return answer.read()


class RotateKey(unittest.TestCase):
    def setUp(self):
        control("POST", "/reset")
        self.cloud = openstack.connect(
            auth_url=url + "/identity/v3", username="member", password="secret", project_name="demo",
            user_domain_name="Default", project_domain_name="Default", region_name="RegionOne",
        )
        self.addCleanup(self.cloud.close)
        for name in ("old", "new"):
            self.cloud.compute.create_keypair(name=name, public_key=PUBLIC_KEY)
        image = self.cloud.image.find_image("cirros-a")
        server = self.cloud.compute.create_server(name="vm", image_id=image.id, flavor_id="1", networks="none", key_name="old")
        self.server = self.cloud.compute.wait_for_server(server, wait=10)

    def test_the_key_is_rotated(self):
        rotate_key(self.cloud, self.server, "new")
        self.assertEqual("new", self.cloud.compute.get_server(self.server.id).key_name)

    def test_a_failure_of_the_cloud_is_an_error(self):
        control("POST", "/faults", {"operation": "servers.rebuild", "status": 409, "message": "Busy.", "times": 1})
        with self.assertRaises(openstack.exceptions.ConflictException):
            rotate_key(self.cloud, self.server, "new")


if __name__ == "__main__":
    unittest.main()
