package volumes

import (
	"fmt"
	"maps"
	"net/http"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

func Volumes(s world.Steps, w *world.World) {
	s.Given(`^the server has a volume that the `+phrases.Actor+` has put into (\w+)$`, func(who, status string) error {
		if err := attachData(w, data, "", nil); err != nil {
			return err
		}
		return putVolume(w, who, data, status)
	})
	s.Given(`^a volume-backed server$`, func() error {
		return BootFromVolume(w, fixtures.ServerSpec{}, fixtures.VolumeSpec{Image: fixtures.Image(w)})
	})
	s.Given(`^a volume-backed server with key (\w+) on a volume of its own$`, func(key string) error {
		return BootFromVolume(w, fixtures.ServerSpec{Key: key}, fixtures.VolumeSpec{Image: fixtures.Image(w)})
	})
	s.Given(`^a volume-backed server on a volume with image (\w+)$`, func(image string) error {
		return BootFromVolume(w, fixtures.ServerSpec{}, fixtures.VolumeSpec{Image: phrases.ImageID(w, image)})
	})
	s.Given(`^a volume-backed server on a volume larger than the flavor's disk$`, func() error {
		disk, err := phrases.FlavorHas(w, "disk")
		if err != nil {
			return err
		}
		return BootFromVolume(w, fixtures.ServerSpec{}, fixtures.VolumeSpec{Image: fixtures.Image(w), Size: int(disk) + 1})
	})
	s.Given(`^a volume-backed server that is said to hold image (\w+) and holds the data of image (\w+)$`, func(said, held string) error {
		return bootDisguised(w, phrases.ImageID(w, said), phrases.ImageID(w, held))
	})
	s.Given(`^a volume-backed server on a volume that several servers may have$`, func() error {
		return BootFromVolume(w, fixtures.ServerSpec{At: multiattachAt},
			fixtures.VolumeSpec{Image: fixtures.Image(w), Type: w.Env().Target.MultiattachType})
	})
	s.Given(`^a volume-backed server whose data volume is named before its root volume$`, func() error { return bootNamedLast(w) })
	s.Given(`^another volume made from image (\w+)$`, func(image string) error {
		_, err := fixtures.CreateVolume(w, fixtures.VolumeSpec{Name: data, Image: phrases.ImageID(w, image)})
		return err
	})
	s.Given(`^a server for which the compute service made a root volume that it (keeps|deletes)$`, func(fate string) error {
		return bootMaking(w, fate == "deletes")
	})
	s.Given(`^another server has the root volume, too$`, func() error { return shareVolume(w) })
	s.Given(`^the `+phrases.Actor+` has extended the root volume by a GiB$`, func(who string) error { return extend(w, who, phrases.Root) })
	s.Given(`^the `+phrases.Actor+` has extended the data volume to a GiB more than the root volume has$`,
		func(who string) error { return extend(w, who, data) })
	s.Given(`^the server has a data volume$`, func() error { return attachData(w, data, "", nil) })
	s.Given(`^the server has a data volume that is (kept|deleted) with it$`, func(fate string) error {
		return attachFated(w, fate == "deleted")
	})
	s.Given(`^a volume-backed server on a volume with an image Q that `+phrases.Later+`$`, func(later string) error {
		image, err := phrases.MakeImage(w, "Q", phrases.ImageKind{})
		if err != nil {
			return err
		}
		if err := BootFromVolume(w, fixtures.ServerSpec{}, fixtures.VolumeSpec{Image: image.ID}); err != nil {
			return err
		}
		return phrases.MakeUnfit(w, image, later)
	})
	s.Given(`^the server has three data volumes$`, func() error {
		for _, name := range dataVolumes() {
			if err := attachData(w, name, "", nil); err != nil {
				return err
			}
		}
		return nil
	})
	s.Given(`^the server has a data volume that several servers may have$`, func() error {
		return attachData(w, data, w.Env().Target.MultiattachType, nil)
	})
	s.Given(`^there is (a|another) snapshot of the root volume$`, func(which string) error {
		_, err := fixtures.CreateSnapshot(w, w.Noun("volume", phrases.Root), snapshotNames[which])
		return err
	})
	s.Given(`^the `+phrases.Actor+` has put the (second|third) data volume into (\S+)$`, func(who, which, status string) error {
		return putVolume(w, who, dataVolumes()[map[string]int{"second": 1, "third": 2}[which]], status)
	})
	s.Given(`^the `+phrases.Actor+` has put the (root|data) volume into (\S+)$`, func(who, which, status string) error {
		return putVolume(w, who, which, status)
	})
}

// snapshotNames are the names of the snapshots of a root volume, by the words of sentences.
var snapshotNames = map[string]string{"a": phrases.Root, "the": phrases.Root, "another": "another", "the other": "another"}

// data is the name of a server's only data volume, and of the first of several.
const data = "data"

// dataVolumes are the names of the data volumes of a server that has several.
func dataVolumes() []string { return fixtures.VolumeNames[1:] }

// multiattachAt is the compute microversion that accepts volumes with multiattach.
const multiattachAt = "2.60"

// BootFromVolume makes the volume, then a server that boots from it.
func BootFromVolume(w *world.World, server fixtures.ServerSpec, spec fixtures.VolumeSpec) error {
	spec.Name, spec.Zone = phrases.Root, server.Zone
	volume, err := fixtures.CreateVolume(w, spec)
	if err != nil {
		return err
	}
	server.Extra = rootDisk(map[string]any{"source_type": "volume", "uuid": volume.ID, "delete_on_termination": false})
	_, err = fixtures.BootServer(w, server)
	return err
}

// bootNamedLast boots a server on a volume that its request names after a data volume; which one it boots from is said by their indices.
func bootNamedLast(w *world.World) error {
	root, err := fixtures.CreateVolume(w, fixtures.VolumeSpec{Name: phrases.Root, Image: fixtures.Image(w)})
	if err != nil {
		return err
	}
	second, err := fixtures.CreateVolume(w, fixtures.VolumeSpec{Name: data})
	if err != nil {
		return err
	}
	mapping := func(volume *world.Noun, index int) map[string]any {
		return map[string]any{
			"source_type": "volume", "destination_type": "volume", "uuid": volume.ID, "boot_index": index, "delete_on_termination": false,
		}
	}
	_, err = fixtures.BootServer(w, fixtures.ServerSpec{Extra: map[string]any{
		"imageRef": "", "block_device_mapping_v2": []any{mapping(second, 1), mapping(root, 0)},
	}})
	return err
}

// bootDisguised boots from a volume that was made from one image and has the id of another in its metadata: only so can a
// row see whether that other image is written again.
func bootDisguised(w *world.World, said, held string) error {
	volume, err := fixtures.CreateVolume(w, fixtures.VolumeSpec{Name: phrases.Root, Image: held})
	if err != nil {
		return err
	}
	if _, err := w.Setup(fixtures.BlockStorage(w, volume.Owner, http.MethodPost, "/volumes/"+volume.ID+"/action", map[string]any{
		"os-set_image_metadata": map[string]any{"metadata": map[string]any{"image_id": said}},
	}), http.StatusOK); err != nil {
		return err
	}
	_, err = fixtures.BootServer(w,
		fixtures.ServerSpec{Extra: rootDisk(map[string]any{"source_type": "volume", "uuid": volume.ID, "delete_on_termination": false})})
	return err
}

// extendsInUse is the block-storage microversion that extends volumes that servers have.
const extendsInUse = "3.42"

// extend makes a volume a GiB larger than the root volume is, while the server has both, and waits until the server knows.
func extend(w *world.World, who, name string) error {
	volume, server := w.Noun("volume", name), w.Noun("server", "")
	size, _ := w.Noun("volume", phrases.Root).Facts["size"].(int)
	r := fixtures.BlockStorage(w, who, http.MethodPost, "/volumes/"+volume.ID+"/action",
		map[string]any{"os-extend": map[string]any{"new_size": size + 1}})
	r.At = extendsInUse
	if _, err := w.Setup(r, http.StatusAccepted); err != nil {
		return err
	}
	if err := fixtures.AwaitVolume(w, volume, "server-action", "in-use"); err != nil {
		return err
	}
	volume.Facts["size"] = size + 1
	return w.Eventually("server-action", "the server has extended its volume", func() (bool, string, error) {
		x, err := w.Setup(world.Request{
			Actor: server.Owner, At: "2.21", Method: http.MethodGet, Path: "/servers/" + server.ID + "/os-instance-actions",
		})
		if err != nil {
			return false, "", err
		}
		newest := x.Text("/instanceActions/0/action")
		return newest == "extend_volume", newest, nil
	})
}

// rootDisk are the keys of a server's request that put its root disk on a volume.
func rootDisk(mapping map[string]any) map[string]any {
	mapping["boot_index"], mapping["destination_type"] = 0, "volume"
	return map[string]any{"imageRef": "", "block_device_mapping_v2": []any{mapping}}
}

// BackedByVolume are the keys of a server's request that put its root disk on a volume made from the image.
func BackedByVolume(image string) map[string]any {
	return rootDisk(map[string]any{"source_type": "image", "uuid": image, "volume_size": 1, "delete_on_termination": true})
}

// bootMaking makes compute create the root volume, which then has no name.
func bootMaking(w *world.World, deleted bool) error {
	server, err := fixtures.BootServer(w, fixtures.ServerSpec{Extra: rootDisk(map[string]any{
		"source_type": "image", "uuid": fixtures.Image(w), "volume_size": 1, "delete_on_termination": deleted,
	})})
	if err != nil {
		return err
	}
	x, err := fixtures.ShowServer(w, world.Setup, "", server, "")
	if err != nil {
		return err
	}
	volume := &world.Noun{Kind: "volume", Name: phrases.Root, Owner: "member", ID: x.Text("/server/os-extended-volumes:volumes_attached/0/id")}
	fixtures.RemoveVolume(w, volume)
	w.Remember(volume)
	return nil
}

// shareVolume boots a second server and attaches the root volume of the first one to it.
func shareVolume(w *world.World) error {
	first := w.Noun("server", "")
	zone := ""
	if len(w.Env().Target.VolumeZones) > 1 { // it has to be where the volume is
		var err error
		if zone, err = zoneOf(w, first); err != nil {
			return err
		}
	}
	other, err := fixtures.BootServer(w, fixtures.ServerSpec{Name: "other", Zone: zone})
	if err != nil {
		return err
	}
	volume := w.Noun("volume", phrases.Root)
	if err := attach(w, other, volume); err != nil {
		return err
	}
	w.Remember(first)
	return w.Eventually("server-action", "both servers have the volume", func() (bool, string, error) {
		list, err := fixtures.Attachments(w, world.Setup, volume)
		attached := 0
		for _, a := range list {
			if a.Status == "attached" {
				attached++
			}
		}
		return attached == 2, fmt.Sprint(attached, " attached"), err
	})
}

// attachData creates a volume with a name and of a type ("": the default one) and attaches it to the server, with more in the request.
func attachData(w *world.World, name, kind string, more map[string]any) error {
	server, spec := w.Noun("server", ""), fixtures.VolumeSpec{Name: name, Type: kind}
	if len(w.Env().Target.VolumeZones) > 1 {
		var err error
		if spec.Zone, err = zoneOf(w, server); err != nil {
			return err
		}
	}
	volume, err := fixtures.CreateVolume(w, spec)
	if err != nil {
		return err
	}
	return attachAs(w, server, volume, more)
}

// fatesAt is the compute microversion that lets a volume be deleted with the server that it is attached to.
const fatesAt = "2.79"

// attachFated is attachData for a volume whose fate is said. Where the cloud is too old for that, all attached volumes are kept.
func attachFated(w *world.World, deleted bool) error {
	return attachData(w, data, "", map[string]any{"delete_on_termination": deleted})
}

// attachAs attaches a volume with more that is said of its attachment, and waits until the server has it.
func attachAs(w *world.World, server, volume *world.Noun, more map[string]any) error {
	at, attachment := multiattachAt, map[string]any{"volumeId": volume.ID}
	if more != nil && w.Newest(fatesAt) == fatesAt {
		at = fatesAt
		maps.Copy(attachment, more)
	}
	if _, err := w.Setup(world.Request{
		Actor: server.Owner, At: w.Newest(at), Method: http.MethodPost, Path: "/servers/" + server.ID + "/os-volume_attachments",
		Body: map[string]any{"volumeAttachment": attachment},
	}); err != nil {
		return err
	}
	return fixtures.AwaitVolume(w, volume, "server-action", "in-use")
}

// zoneOf reads the zone that a server is in.
func zoneOf(w *world.World, server *world.Noun) (string, error) {
	x, err := fixtures.ShowServer(w, world.Setup, "", server, "")
	if err != nil {
		return "", err
	}
	return x.Text("/server/OS-EXT-AZ:availability_zone"), nil
}

func attach(w *world.World, server, volume *world.Noun) error {
	_, err := w.Setup(world.Request{
		Actor: server.Owner, At: w.Newest(multiattachAt), Method: http.MethodPost,
		Path: "/servers/" + server.ID + "/os-volume_attachments", Body: map[string]any{
			"volumeAttachment": map[string]any{"volumeId": volume.ID},
		},
	})
	return err
}
