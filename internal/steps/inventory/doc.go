// Package inventory reads what a cloud lists: projects, hosts, flavors, images, networks, volume types. It asks GET requests only,
// and keeps no secret: no users, no passwords, no user data, no image data, no properties with secret names.
package inventory
