"""Gives a server another key pair: a rebuild with the image it has (compute 2.54)."""


def rotate_key(cloud, server, key):
    answer = cloud.compute.post(
        f"/servers/{server.id}/action",
        json={"rebuild": {"imageRef": server.image.id, "key_name": key}},
        microversion="2.54",
    )
    openstack_error(answer)
    cloud.compute.wait_for_server(cloud.compute.get_server(server.id), wait=10)


def openstack_error(answer):
    from openstack import exceptions

    exceptions.raise_from_response(answer)
