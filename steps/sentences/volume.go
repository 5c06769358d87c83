package sentences

import (
	"net/http"

	"plumbline/openapi"
	"plumbline/steps/world"
)

func volumes(s world.Steps, w *world.World) {
	s.Given(`^the server has a volume that the `+actor+` has put into (\w+)$`, func(who, status string) error {
		volume, err := attachedVolume(w)
		if err != nil {
			return err
		}
		return setVolumeStatus(w, who, volume, status)
	})
}

// blockStorage addresses the service in the project of the member.
func blockStorage(w *world.World, who, method, path string, body any) world.Request {
	return world.Request{Actor: who, Service: openapi.BlockStorage, Method: method, Prefix: w.Path("/{project:member}"), Path: path, Body: body}
}

// attachedVolume creates a volume, attaches it to the server, and waits until it is in use.
func attachedVolume(w *world.World) (*world.Noun, error) {
	name := w.Name("volume")
	x, err := w.Setup(blockStorage(w, "member", http.MethodPost, "/volumes", map[string]any{"volume": map[string]any{"name": name, "size": 1}}), 202)
	if err != nil {
		return nil, err
	}
	volume := &world.Noun{Kind: "volume", ID: x.Text("/volume/id"), RealName: name, Owner: "member"}
	w.Remember(volume)
	server := w.Noun("server", "")
	w.CleanUp("volume", volume.ID, name, w.Delete(blockStorage(w, "member", http.MethodDelete, "/volumes/"+volume.ID, nil)))
	if err := awaitVolume(w, volume, "available"); err != nil {
		return nil, err
	}
	path := "/servers/" + server.ID + "/os-volume_attachments"
	if _, err := w.Setup(world.Request{Actor: "member", At: "2.1", Method: http.MethodPost, Path: path, Body: map[string]any{
		"volumeAttachment": map[string]any{"volumeId": volume.ID},
	}}); err != nil {
		return nil, err
	}
	return volume, awaitVolume(w, volume, "in-use")
}

func awaitVolume(w *world.World, volume *world.Noun, status string) error {
	return w.Eventually("server-action", "the volume is "+status, func() (bool, string, error) {
		x, err := w.Setup(blockStorage(w, "member", http.MethodGet, "/volumes/"+volume.ID, nil), 200)
		if err != nil {
			return false, "", err
		}
		got := x.Text("/volume/status")
		return got == status, got, nil
	})
}
