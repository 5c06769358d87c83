package volumes

import (
	"bytes"
	"fmt"
	"net/http"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

func Contents(s world.Steps, w *world.World) {
	s.Then(`^the root volume holds the data of image (\w+)$`, func(image string) error { return holdsData(w, phrases.ImageID(w, image)) })
}

// holdsData compares the data of the root volume with the image's: a mock tells which image it wrote; elsewhere the volume
// is uploaded as an image and read, for which its server has to be deleted.
func holdsData(w *world.World, image string) error {
	if w.Env().Target.Control != nil {
		return marked(w, w.Noun("volume", phrases.Root), image)
	}
	want, err := w.Observe(imageRequest(http.MethodGet, "/images/"+image+"/file"), http.StatusOK)
	if err != nil {
		return unread(err)
	}
	got, err := uploadedBytes(w, len(want.Body))
	if err != nil {
		return unread(err)
	}
	if !bytes.Equal(got, want.Body) {
		return world.Failf("the volume begins with other data than the image")
	}
	return nil
}

// unread is the error for data that could not be looked at, for example because an upload took too long: a sentence about what a
// volume holds says nothing about how it is read, so that this is no failure.
func unread(err error) error {
	if world.IsFailure(err) {
		return fmt.Errorf("the data of the volume could not be read, so that nothing was proven about them: %v", err)
	}
	return err
}

// snapshotHolds makes a volume from the snapshot of the root volume and compares the image that block storage shows for it; a mock
// also tells whose data it holds.
func snapshotHolds(w *world.World, image string) error {
	volume, err := fixtures.CreateVolume(w, fixtures.VolumeSpec{Name: "restored", Snapshot: w.Noun("snapshot", phrases.Root).ID})
	if err != nil {
		return err
	}
	x, err := fixtures.ShowVolume(w, world.Observe, volume)
	if err != nil {
		return err
	}
	if err := x.Shows("/volume/volume_image_metadata/image_id", image); err != nil {
		return err
	}
	if w.Env().Target.Control == nil {
		return nil
	}
	return marked(w, volume, image)
}

// marked compares a mock's marker of what is on a volume with the image's checksum.
func marked(w *world.World, volume *world.Noun, image string) error {
	x, err := w.Observe(imageRequest(http.MethodGet, "/images/"+image), http.StatusOK)
	if err != nil {
		return err
	}
	got, err := w.Env().Target.Control.VolumeContent(w.Context(), volume.ID)
	if err == nil && got != x.Text("/checksum") {
		err = world.Differ("the marker of the content of the volume", x.Text("/checksum"), got)
	}
	return err
}

func imageRequest(method, path string) world.Request {
	return world.Request{Actor: "member", Service: openapi.Image, Method: method, Path: path}
}

// uploadAt is the block-storage microversion whose upload answers all fields of the image.
const uploadAt = "3.1"

// uploadedBytes answers the first bytes of the root volume.
func uploadedBytes(w *world.World, length int) ([]byte, error) {
	server, volume := w.Noun("server", ""), w.Noun("volume", phrases.Root)
	if err := fixtures.DeleteServer(w, world.Observe, server.Owner, server.ID); err != nil {
		return nil, err
	}
	server.Facts["gone"] = true
	if err := fixtures.AwaitVolume(w, volume, "delete", "available"); err != nil {
		return nil, err
	}
	if err := forgetSignature(w, volume); err != nil {
		return nil, err
	}
	name := w.Name("uploaded")
	upload := fixtures.BlockStorage(w, volume.Owner, http.MethodPost, "/volumes/"+volume.ID+"/action", map[string]any{
		"os-volume_upload_image": map[string]any{"image_name": name, "disk_format": "raw", "container_format": "bare"},
	})
	upload.At = uploadAt
	x, err := w.Observe(upload, http.StatusAccepted)
	if err != nil {
		return nil, err
	}
	path := "/images/" + x.Text("/os-volume_upload_image/image_id")
	w.RemoveImage(&world.Noun{Kind: "image", ID: x.Text("/os-volume_upload_image/image_id"), RealName: name, Owner: "member"})
	err = w.Eventually("image", "the image is active", func() (bool, string, error) {
		x, err := w.Observe(imageRequest(http.MethodGet, path), http.StatusOK)
		if err != nil {
			return false, "", err
		}
		return x.Text("/status") == "active", x.Text("/status"), nil
	})
	if err != nil {
		return nil, err
	}
	part := imageRequest(http.MethodGet, path+"/file")
	part.Header = http.Header{"Range": {fmt.Sprintf("bytes=0-%d", length-1)}}
	x, err = w.Observe(part, http.StatusPartialContent)
	if err != nil {
		return nil, err
	}
	return x.Body, nil
}

// forgetSignature removes the signature metadata that block storage stores with a volume made from an image: the upload
// sends it as an empty object, which some image services refuse.
func forgetSignature(w *world.World, volume *world.Noun) error {
	x, err := fixtures.ShowVolume(w, world.Observe, volume)
	if err != nil {
		return err
	}
	const note = "signature_verified"
	if _, there := x.Get("/volume/volume_image_metadata/" + note); !there {
		return nil
	}
	_, err = w.Observe(fixtures.BlockStorage(w, volume.Owner, http.MethodPost, "/volumes/"+volume.ID+"/action", map[string]any{
		"os-unset_image_metadata": map[string]any{"key": note},
	}), http.StatusOK)
	return err
}
