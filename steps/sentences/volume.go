package sentences

import (
	"fmt"
	"net/http"

	"plumbline/steps/world"
)

func volumes(s world.Steps, w *world.World) {
	s.Given(`^the server has a volume that the `+actor+` has put into (\w+)$`, func(who, status string) error {
		if err := attachData(w); err != nil {
			return err
		}
		return putVolume(w, who, "data", status)
	})
	s.Given(`^a volume-backed server$`, func() error { return bootFromVolume(w, world.ServerSpec{}, world.VolumeSpec{Image: w.Image()}) })
	s.Given(`^a volume-backed server with key (\w+) on a volume of its own$`, func(key string) error {
		return bootFromVolume(w, world.ServerSpec{Key: key}, world.VolumeSpec{Image: w.Image()})
	})
	s.Given(`^a volume-backed server on a volume that several servers may have$`, func() error {
		return bootFromVolume(w, world.ServerSpec{At: multiattachAt}, world.VolumeSpec{Image: w.Image(), Type: w.Env().Target.MultiattachType})
	})
	s.Given(`^a server for which the compute service made a root volume that it (keeps|deletes)$`, func(fate string) error {
		return bootMaking(w, fate == "deletes")
	})
	s.Given(`^another server has the root volume, too$`, func() error { return share(w) })
	s.Given(`^the server has a data volume$`, func() error { return attachData(w) })
	s.Given(`^there is a snapshot of the root volume$`, func() error {
		_, err := w.CreateSnapshot(w.Noun("volume", root), root)
		return err
	})
	s.Given(`^the `+actor+` has put the (root|data) volume into (\S+)$`, func(who, which, status string) error {
		return putVolume(w, who, which, status)
	})
}

// multiattachAt is the compute microversion that takes volumes that several servers may have.
const multiattachAt = "2.60"

// root is the name of the volume that the server boots from.
const root = "root"

// bootFromVolume makes the volume, then a server that boots from it.
func bootFromVolume(w *world.World, server world.ServerSpec, spec world.VolumeSpec) error {
	spec.Name = root
	volume, err := w.CreateVolume(spec)
	if err != nil {
		return err
	}
	server.Extra = rootDisk(map[string]any{"source_type": "volume", "uuid": volume.ID, "delete_on_termination": false})
	_, err = w.BootServer(server)
	return err
}

// rootDisk is the part of a request that puts the root disk on a volume.
func rootDisk(mapping map[string]any) map[string]any {
	mapping["boot_index"], mapping["destination_type"] = 0, "volume"
	return map[string]any{"imageRef": "", "block_device_mapping_v2": []any{mapping}}
}

// volumeBacked is the part of a request that puts the root disk on a volume made from the image.
func volumeBacked(image string) map[string]any {
	return rootDisk(map[string]any{"source_type": "image", "uuid": image, "volume_size": 1, "delete_on_termination": true})
}

// bootMaking lets the compute service make the root volume, which then has no name.
func bootMaking(w *world.World, deleted bool) error {
	server, err := w.BootServer(world.ServerSpec{Extra: rootDisk(map[string]any{
		"source_type": "image", "uuid": w.Image(), "volume_size": 1, "delete_on_termination": deleted,
	})})
	if err != nil {
		return err
	}
	x, err := w.ShowServer(world.Setup, "", server, "")
	if err != nil {
		return err
	}
	volume := &world.Noun{Kind: "volume", Name: root, Owner: "member", ID: x.Text("/server/os-extended-volumes:volumes_attached/0/id")}
	w.RemoveVolume(volume)
	w.Remember(volume)
	return nil
}

// share boots a second server and attaches the root volume of the first one to it.
func share(w *world.World) error {
	first := w.Noun("server", "")
	other, err := w.BootServer(world.ServerSpec{Name: "other"})
	if err != nil {
		return err
	}
	volume := w.Noun("volume", root)
	if err := attach(w, other, volume); err != nil {
		return err
	}
	w.Remember(first)
	return w.Eventually("server-action", "both servers have the volume", func() (bool, string, error) {
		list, err := w.Attachments(world.Setup, volume)
		attached := 0
		for _, a := range list {
			if a.Status == "attached" {
				attached++
			}
		}
		return attached == 2, fmt.Sprint(attached, " attached"), err
	})
}

// attachData creates a volume and attaches it to the server.
func attachData(w *world.World) error {
	server := w.Noun("server", "")
	volume, err := w.CreateVolume(world.VolumeSpec{Name: "data"})
	if err != nil {
		return err
	}
	if err := attach(w, server, volume); err != nil {
		return err
	}
	return w.AwaitVolume(volume, "server-action", "in-use")
}

func attach(w *world.World, server, volume *world.Noun) error {
	_, err := w.Setup(world.Request{Actor: server.Owner, At: w.Newest(multiattachAt), Method: http.MethodPost, Path: "/servers/" + server.ID + "/os-volume_attachments", Body: map[string]any{
		"volumeAttachment": map[string]any{"volumeId": volume.ID},
	}})
	return err
}
