package volumes

import (
	"errors"
	"fmt"
	"net/http"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

func VolumesShown(s world.Steps, w *world.World) {
	s.Then(`^the root volume holds image (\w+)$`, func(image string) error { return checkVolumeImage(w, phrases.ImageID(w, image)) })
	s.Then(`^the root volume has the property of image (\w+) and not that of image (\w+)$`, func(has, lacks string) error {
		return properties(w, phrases.OwnProperty(has), phrases.OwnProperty(lacks))
	})
	s.Then(`^the server still boots from the root volume$`, func() error { return bootsFromRoot(w) })
	s.Then(`^the (root|data) volume is attached anew$`, func(which string) error {
		if which == phrases.Root {
			return attachedAnew(w, w.Noun("volume", which))
		}
		return dataAttachedAnew(w, w.Noun("volume", which))
	})
	s.Then(`^each data volume is attached anew$`, func() error {
		for _, name := range dataVolumes() {
			if err := dataAttachedAnew(w, w.Noun("volume", name)); err != nil {
				return err
			}
		}
		return nil
	})
	s.Then(`^the (root|data) volume is unchanged$`, func(which string) error { return volumeUnchanged(w, w.Noun("volume", which)) })
	s.Then(`^the (root|data) volume becomes (\S+)$`, func(which, status string) error {
		return fixtures.AwaitVolume(w, w.Noun("volume", which), "server-action", status)
	})
	s.Then(`^the attachment of the (root|data) volume (has|lacks) a connection$`,
		func(which, how string) error { return checkConnection(w, w.Noun("volume", which), how == "has") })
	s.Then(`^the (root|data) volume is attached as it was before$`,
		func(which string) error { return attachedAsBefore(w, w.Noun("volume", which)) })
	s.Then(`^each data volume is attached as it was before$`, func() error {
		for _, name := range dataVolumes() {
			if err := attachedAsBefore(w, w.Noun("volume", name)); err != nil {
				return err
			}
		}
		return nil
	})
	s.Then(`^block storage lists the root volume as it is$`, func() error { return listedAsShown(w, w.Noun("volume", phrases.Root)) })
	s.Then(`^(the|the other) snapshot of the root volume is still there$`,
		func(which string) error { return snapshotThere(w, w.Noun("snapshot", snapshotNames[which])) })
	s.Then(`^a volume made from the snapshot of the root volume holds image (\w+)$`,
		func(image string) error { return snapshotHolds(w, phrases.ImageID(w, image)) })
	s.Given(`^the root volume has metadata of its own$`, func() error { return giveMetadata(w, w.Noun("volume", phrases.Root)) })
	s.Then(`^the root volume still has its metadata$`, func() error { return keepsMetadata(w, w.Noun("volume", phrases.Root)) })
	s.Then(`^the root volume is still (kept|deleted) with the server$`, func(fate string) error { return fateOfRoot(w, fate == "deleted") })
}

// checkVolumeImage compares the image that block storage shows for the root volume.
func checkVolumeImage(w *world.World, image string) error {
	x, err := fixtures.ShowVolume(w, world.Observe, w.Noun("volume", phrases.Root))
	if err != nil {
		return err
	}
	if err := x.Shows("/volume/volume_image_metadata/image_id", image); err != nil {
		return err
	}
	before, looked := w.Noun("volume", phrases.Root).Facts["before"].(*world.Exchange)
	if !looked {
		return nil
	}
	if err := tellsOfImage(w, before, x, image); err != nil {
		return err
	}
	return sameFields(before, x, "name", "description", "size", "bootable", "volume_type", "multiattach", "user_id", "created_at")
}

// sameFields checks that a volume has the same values in fields that the writing of an image does not change.
func sameFields(before, now *world.Exchange, fields ...string) error {
	for _, field := range fields {
		was, had := before.Get("/volume/" + field)
		if is, has := now.Get("/volume/" + field); had != has || phrases.Text(was) != phrases.Text(is) {
			return world.Differ("the value at /volume/"+field, was, is)
		}
	}
	return nil
}

// properties checks that the volume's image metadata has one property and not another.
func properties(w *world.World, has, lacks string) error {
	x, err := fixtures.ShowVolume(w, world.Observe, w.Noun("volume", phrases.Root))
	if err != nil {
		return err
	}
	if value, there := x.Get("/volume/volume_image_metadata/" + lacks); there {
		return world.Failf("the volume still tells a property of the old image, %s: %v", lacks, value)
	}
	return x.Shows("/volume/volume_image_metadata/"+has, "yes")
}

// bootsFromRoot checks that the server has the same volume as before, as its root device, and "" as its image.
func bootsFromRoot(w *world.World) error {
	x, err := fixtures.ShowServer(w, world.Observe, "", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	if err := x.Shows("/server/image", ""); err != nil {
		return err
	}
	volume := w.Noun("volume", phrases.Root).ID
	list, _ := x.Get("/server/os-extended-volumes:volumes_attached")
	items, _ := list.([]any)
	for i := range items {
		if x.Text(fmt.Sprintf("/server/os-extended-volumes:volumes_attached/%d/id", i)) == volume {
			return isRootDevice(w, w.Noun("volume", phrases.Root))
		}
	}
	return world.Differ("the volumes of the server", "one of them "+volume, list)
}

// isRootDevice checks that the volume is attached as the device that the server boots from, which only an administrator sees.
func isRootDevice(w *world.World, volume *world.Noun) error {
	if s, err := w.Env().Target.Actor("admin"); err != nil || s == nil {
		return nil //nolint:nilerr // no administrator is among the actors
	}
	server, err := fixtures.ShowServer(w, world.Observe, "admin", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	attached, err := attachmentOfServer(w, volume)
	if err != nil {
		return err
	}
	const root = "/server/OS-EXT-SRV-ATTR:root_device_name"
	if _, shown := server.Get(root); !shown {
		return nil
	}
	return attached.Shows("/volumeAttachment/device", server.Text(root))
}

// dataAttachedAnew is attachedAnew for a volume that nothing is written to.
func dataAttachedAnew(w *world.World, volume *world.Noun) error {
	if err := attachedAnew(w, volume); err != nil {
		return err
	}
	if err := checkConnection(w, volume, true); err != nil {
		return err
	}
	return notWritten(w, volume)
}

// attachedAnew checks that the server has one attachment, connected and not the one of before, and that both services name it.
func attachedAnew(w *world.World, volume *world.Noun) error {
	if err := fixtures.AwaitVolume(w, volume, "server-action", "in-use"); err != nil {
		return err
	}
	now, err := fixtures.Attachments(w, world.Observe, volume)
	if err != nil {
		return err
	}
	if len(now) != 1 || now[0].Status != "attached" || now[0].Server != w.Noun("server", "").ID {
		return world.Differ("the attachments of the volume", "one, attached to the server", now)
	}
	before, _ := volume.Facts["attachments"].([]fixtures.Attachment)
	for _, old := range before {
		if old.ID == now[0].ID {
			return world.Failf("the volume still has its attachment %s", old.ID)
		}
	}
	if err := sameDevice(w, volume); err != nil {
		return err
	}
	x, err := attachmentOfServer(w, volume)
	if err != nil {
		return err
	}
	if got, told := x.Get("/volumeAttachment/attachment_id"); (told || w.Newest("2.89") == "2.89") && got != now[0].ID {
		return world.Differ("the attachment that the compute service names", now[0].ID, got)
	}
	return nil
}

// sameDevice checks that a volume with one attachment before and one now is the same device of the server.
func sameDevice(w *world.World, volume *world.Noun) error {
	before, now, err := beforeAndNow(w, volume)
	if err != nil {
		return err
	}
	const device = "/volume/attachments/0/device"
	was, had := before.Get(device)
	if is, _ := now.Get(device); had && is != was {
		return world.Differ("the device as which the server has the volume", was, is)
	}
	return nil
}

// attachmentOfServer is the volume's attachment as compute shows it; from 2.89 on with the attachment's id.
func attachmentOfServer(w *world.World, volume *world.Noun) (*world.Exchange, error) {
	return w.Observe(askForAttachment(w, volume), http.StatusOK)
}

func askForAttachment(w *world.World, volume *world.Noun) world.Request {
	return world.Request{
		Actor: volume.Owner, At: w.Newest("2.89"), Method: http.MethodGet, Path: fixtures.Path(w, "/servers/{server}/os-volume_attachments/") +
			volume.ID,
	}
}

// beforeAndNow answers the volume in block storage before the request, and now.
func beforeAndNow(w *world.World, volume *world.Noun) (before, now *world.Exchange, err error) {
	before, _ = volume.Facts["before"].(*world.Exchange)
	if before == nil {
		return nil, nil, errors.New("nobody looked at the volume before the request")
	}
	now, err = fixtures.ShowVolume(w, world.Observe, volume)
	return before, now, err
}

// volumeUnchanged compares status, image and attachments with what they were before the request.
func volumeUnchanged(w *world.World, volume *world.Noun) error {
	before, x, err := beforeAndNow(w, volume)
	if err != nil {
		return err
	}
	for _, field := range []string{"/volume/status", "/volume/volume_image_metadata"} {
		was, had := before.Get(field)
		if is, has := x.Get(field); had != has || phrases.Text(was) != phrases.Text(is) {
			return world.Differ("the value at "+field, was, is)
		}
	}
	now, err := fixtures.Attachments(w, world.Observe, volume)
	if err != nil {
		return err
	}
	if was := volume.Facts["attachments"]; fmt.Sprint(was) != fmt.Sprint(now) {
		return world.Differ("the attachments of the volume", was, now)
	}
	return nil
}

// checkConnection checks whether the attachment has connection_info.
func checkConnection(w *world.World, volume *world.Noun, want bool) error {
	server := w.Noun("server", "")
	list, err := fixtures.Attachments(w, world.Observe, volume)
	if err != nil {
		return err
	}
	status := map[bool]string{true: "attached", false: "reserved"}[want]
	for _, a := range list {
		if a.Server != server.ID || a.Status != status {
			continue
		}
		x, err := fixtures.ShowAttachment(w, volume.Owner, a.ID)
		if err != nil {
			return err
		}
		info, _ := x.Get("/attachment/connection_info")
		object, _ := info.(map[string]any)
		if (len(object) > 0) != want {
			return world.Failf("connection_info of the attachment has %d keys", len(object))
		}
		if !want {
			return nil
		}
		return connectedWhere(w, volume, a.ID)
	}
	return world.Differ("the attachments of the volume", "one of the server, "+status, list)
}

// connectedWhere checks that the volume shows the attachment, of the server and with its device. Block storage shows hosts, the
// volume's own and this one, only to a user that it takes for an administrator; without one the host cannot be checked.
func connectedWhere(w *world.World, volume *world.Noun, attachment string) error {
	x, err := fixtures.ShowVolume(w, world.Observe, volume)
	if err != nil {
		return err
	}
	compute, err := attachmentOfServer(w, volume)
	if err != nil {
		return err
	}
	shown, err := shownAttachment(x, attachment)
	if err != nil {
		return err
	}
	server := w.Noun("server", "")
	for key, want := range map[string]any{
		"id": volume.ID, "volume_id": volume.ID, "server_id": server.ID, "device": compute.Text("/volumeAttachment/device"),
	} {
		if shown[key] != want {
			return world.Differ(key+" of the attachment that the volume shows", want, shown[key])
		}
	}
	if since, _ := shown["attached_at"].(string); since == "" {
		return world.Differ("since when the volume is attached", "a time", shown["attached_at"])
	}
	if _, told := x.Get("/volume/os-vol-host-attr:host"); !told && shown["host_name"] != nil {
		return world.Differ("the host that the volume shows to who is no administrator", nil, shown["host_name"])
	}
	return hostShown(w, volume, attachment)
}

// hostShown checks that an administrator sees at the volume the host that its server is on.
func hostShown(w *world.World, volume *world.Noun, attachment string) error {
	if s, err := w.Env().Target.Actor("admin"); err != nil || s == nil {
		return nil //nolint:nilerr // no administrator is among the actors
	}
	server, err := fixtures.ShowServer(w, world.Observe, "admin", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	x, err := w.Observe(fixtures.BlockStorage(w, "admin", http.MethodGet, "/volumes/"+volume.ID, nil), http.StatusOK)
	if err != nil {
		return err
	}
	if _, told := x.Get("/volume/os-vol-host-attr:host"); !told {
		return nil
	}
	shown, err := shownAttachment(x, attachment)
	if err != nil {
		return err
	}
	if host := server.Text("/server/OS-EXT-SRV-ATTR:host"); shown["host_name"] != host {
		return world.Differ("the host that the attachment is connected to", host, shown["host_name"])
	}
	return nil
}

// shownAttachment is one of the attachments in the answer about a volume.
func shownAttachment(x *world.Exchange, attachment string) (map[string]any, error) {
	all, _ := x.Get("/volume/attachments")
	for _, shown := range phrases.ObjectsIn(all) {
		if shown["attachment_id"] == attachment {
			return shown, nil
		}
	}
	return nil, world.Differ("the attachments that the volume shows", "one of them "+attachment, all)
}

// notWritten checks that the data of the volume is as it was before the request: block storage's metadata of the image,
// whether the volume is bootable, and a mock's marker.
func notWritten(w *world.World, volume *world.Noun) error {
	before, x, err := beforeAndNow(w, volume)
	if err != nil {
		return err
	}
	if err := sameFields(before, x, "volume_image_metadata", "bootable", "size", "name"); err != nil {
		return err
	}
	control := w.Env().Target.Control
	if control == nil {
		return nil
	}
	content, err := control.VolumeContent(w.Context(), volume.ID)
	if blank := "blank " + volume.ID; err == nil && content != blank {
		err = world.Differ("the marker of the content of a blank volume", blank, content)
	}
	return err
}

func snapshotThere(w *world.World, snapshot *world.Noun) error {
	x, err := w.Observe(fixtures.BlockStorage(w, snapshot.Owner, http.MethodGet, "/snapshots/"+snapshot.ID, nil), http.StatusOK)
	if err != nil {
		return err
	}
	if err := x.Shows("/snapshot/status", "available"); err != nil {
		return err
	}
	return x.Shows("/snapshot/volume_id", w.Noun("volume", phrases.Root).ID)
}

// fateOfRoot compares delete_on_termination, which the compute service shows from 2.79.
func fateOfRoot(w *world.World, deleted bool) error {
	x, err := attachmentOfServer(w, w.Noun("volume", phrases.Root))
	if err != nil {
		return err
	}
	return x.Shows("/volumeAttachment/delete_on_termination", deleted)
}
