package volumes

import (
	"errors"
	"net/http"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// NoteAttachments notes how the compute service shows the attachments of the server's volumes, for attachedAsBefore.
func NoteAttachments(w *world.World) error {
	for _, name := range fixtures.VolumeNames {
		volume, err := w.Recall("volume", name)
		if err != nil {
			continue // there is no such volume
		}
		x, err := w.Setup(askForAttachment(w, volume), http.StatusOK, http.StatusNotFound)
		if err != nil {
			return err
		}
		if x.Status == http.StatusOK {
			volume.Facts["held"] = x
		}
	}
	return nil
}

// attachedAsBefore checks that the server has the volume under the same device and the same tag, and that the volume is deleted or kept
// with it as before. The compute service shows the tag from 2.70, and the fate from 2.79.
func attachedAsBefore(w *world.World, volume *world.Noun) error {
	before, _ := volume.Facts["held"].(*world.Exchange)
	if before == nil {
		return errors.New("nobody looked at the attachment before")
	}
	now, err := attachmentOfServer(w, volume)
	if err != nil {
		return err
	}
	for _, field := range []string{"device", "tag", "delete_on_termination"} {
		was, had := before.Get("/volumeAttachment/" + field)
		if is, has := now.Get("/volumeAttachment/" + field); had != has || phrases.Text(was) != phrases.Text(is) {
			return world.Differ(field+" of the attachment that the compute service shows", was, is)
		}
	}
	return nil
}
