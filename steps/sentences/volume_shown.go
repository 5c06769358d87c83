package sentences

import (
	"fmt"
	"net/http"

	"plumbline/steps/world"
)

func volumesShown(s world.Steps, w *world.World) {
	s.Then(`^the root volume holds image (\w+)$`, func(image string) error { return holds(w, imageID(w, image)) })
	s.Then(`^the server still boots from the root volume$`, func() error { return bootsFromRoot(w) })
	s.Then(`^the (root|data) volume is attached anew$`, func(which string) error { return attachedAnew(w, w.Noun("volume", which)) })
	s.Then(`^the (root|data) volume is unchanged$`, func(which string) error { return volumeUnchanged(w, w.Noun("volume", which)) })
	s.Then(`^the root volume becomes (\S+)$`, func(status string) error {
		return w.AwaitVolume(w.Noun("volume", root), "server-action", status)
	})
	s.Then(`^the attachment of the root volume (has|lacks) a connection$`, func(how string) error { return connected(w, how == "has") })
	s.Then(`^the snapshot of the root volume is still there$`, func() error { return snapshotThere(w) })
	s.Then(`^the root volume is still (kept|deleted) with the server$`, func(fate string) error { return fateOfRoot(w, fate == "deleted") })
}

// lookAtVolumes keeps what the scenario's volumes are before the subject exchange.
func lookAtVolumes(w *world.World) error {
	for _, name := range []string{root, "data"} {
		volume, err := w.Recall("volume", name)
		if err != nil || volume.Facts["before"] != nil {
			continue
		}
		x, err := w.ShowVolume(world.Setup, volume)
		if err != nil {
			return err
		}
		attachments, err := w.Attachments(world.Setup, volume)
		if err != nil {
			return err
		}
		volume.Facts["before"], volume.Facts["attachments"] = x, attachments
	}
	return nil
}

// holds compares the image that block storage says is on the root volume.
func holds(w *world.World, image string) error {
	x, err := w.ShowVolume(world.Observe, w.Noun("volume", root))
	if err != nil {
		return err
	}
	return shows(x, "/volume/volume_image_metadata/image_id", image)
}

// bootsFromRoot wants the same volume in the server, and an empty text for its image.
func bootsFromRoot(w *world.World) error {
	x, err := w.ShowServer(world.Observe, "", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	if err := shows(x, "/server/image", ""); err != nil {
		return err
	}
	volume := w.Noun("volume", root).ID
	list, _ := x.Get("/server/os-extended-volumes:volumes_attached")
	items, _ := list.([]any)
	for i := range items {
		if x.Text(fmt.Sprintf("/server/os-extended-volumes:volumes_attached/%d/id", i)) == volume {
			return nil
		}
	}
	return world.Differ("the volumes of the server", "one of them "+volume, list)
}

// attachedAnew wants one attachment of the server, connected, and not the one of before; both services name it.
func attachedAnew(w *world.World, volume *world.Noun) error {
	if err := w.AwaitVolume(volume, "server-action", "in-use"); err != nil {
		return err
	}
	now, err := w.Attachments(world.Observe, volume)
	if err != nil {
		return err
	}
	if len(now) != 1 || now[0].Status != "attached" || now[0].Server != w.Noun("server", "").ID {
		return world.Differ("the attachments of the volume", "one, attached to the server", now)
	}
	before, _ := volume.Facts["attachments"].([]world.Attachment)
	for _, old := range before {
		if old.ID == now[0].ID {
			return world.Failf("the volume still has its attachment %s", old.ID)
		}
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

// attachmentOfServer is the volume as the compute service has it; 2.89 names the attachment.
func attachmentOfServer(w *world.World, volume *world.Noun) (*world.Exchange, error) {
	return w.Observe(world.Request{
		Actor: volume.Owner, At: w.Newest("2.89"), Method: http.MethodGet, Path: w.Path("/servers/{server}/os-volume_attachments/") + volume.ID,
	}, http.StatusOK)
}

// volumeUnchanged compares status, image and attachments with what they were before the request.
func volumeUnchanged(w *world.World, volume *world.Noun) error {
	before, _ := volume.Facts["before"].(*world.Exchange)
	if before == nil {
		return fmt.Errorf("nobody looked at the volume before the request")
	}
	x, err := w.ShowVolume(world.Observe, volume)
	if err != nil {
		return err
	}
	for _, field := range []string{"/volume/status", "/volume/volume_image_metadata"} {
		was, had := before.Get(field)
		if is, has := x.Get(field); had != has || text(was) != text(is) {
			return world.Differ("the value at "+field, was, is)
		}
	}
	now, err := w.Attachments(world.Observe, volume)
	if err != nil {
		return err
	}
	if was := volume.Facts["attachments"]; fmt.Sprint(was) != fmt.Sprint(now) {
		return world.Differ("the attachments of the volume", was, now)
	}
	return nil
}

// connected looks whether the server was told what to connect to.
func connected(w *world.World, want bool) error {
	volume, server := w.Noun("volume", root), w.Noun("server", "")
	list, err := w.Attachments(world.Observe, volume)
	if err != nil {
		return err
	}
	status := map[bool]string{true: "attached", false: "reserved"}[want]
	for _, a := range list {
		if a.Server != server.ID || a.Status != status {
			continue
		}
		x, err := w.ShowAttachment(volume.Owner, a.ID)
		if err != nil {
			return err
		}
		info, _ := x.Get("/attachment/connection_info")
		object, _ := info.(map[string]any)
		if (len(object) > 0) != want {
			return world.Failf("connection_info of the attachment has %d keys", len(object))
		}
		return nil
	}
	return world.Differ("the attachments of the volume", "one of the server, "+status, list)
}

func snapshotThere(w *world.World) error {
	snapshot := w.Noun("snapshot", root)
	x, err := w.Observe(w.BlockStorage(snapshot.Owner, http.MethodGet, "/snapshots/"+snapshot.ID, nil), http.StatusOK)
	if err != nil {
		return err
	}
	if err := shows(x, "/snapshot/status", "available"); err != nil {
		return err
	}
	return shows(x, "/snapshot/volume_id", w.Noun("volume", root).ID)
}

// fateOfRoot reads delete_on_termination, which the compute service shows from 2.79.
func fateOfRoot(w *world.World, deleted bool) error {
	x, err := attachmentOfServer(w, w.Noun("volume", root))
	if err != nil {
		return err
	}
	return shows(x, "/volumeAttachment/delete_on_termination", deleted)
}
