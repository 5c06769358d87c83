package world

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"plumbline/features"
	"plumbline/openapi"
)

// attachmentsAt is the block-storage microversion at which set-up and observations speak of attachments.
const attachmentsAt = "3.44"

// BlockStorage addresses block storage in the project of the member, in whose name an admin acts there, too.
func (w *World) BlockStorage(actor, method, path string, body any) Request {
	return Request{Actor: actor, Service: openapi.BlockStorage, Method: method, Prefix: w.Path("/{project:member}"), Path: path, Body: body}
}

// VolumeSpec is a volume to create. Zero values mean: by member, blank, of the default type, 1 GiB.
type VolumeSpec struct {
	// Name is what sentences call it: "root".
	Name  string
	Actor string
	// Image is the id of the image to write to it, Type the name or id of its type.
	Image, Type string
}

// CreateVolume creates a volume, registers its removal, waits until it is available and remembers it as "volume NAME".
func (w *World) CreateVolume(s VolumeSpec) (*Noun, error) {
	if s.Actor == "" {
		s.Actor = "member"
	}
	n := &Noun{Kind: "volume", Name: s.Name, RealName: w.Name("volume"), Owner: s.Actor}
	fields := map[string]any{"name": n.RealName, "size": 1}
	if s.Image != "" {
		fields["imageRef"] = s.Image
	}
	if s.Type != "" {
		fields["volume_type"] = s.Type
	}
	x, err := w.Setup(w.BlockStorage(s.Actor, http.MethodPost, "/volumes", map[string]any{"volume": fields}), http.StatusAccepted)
	if err != nil {
		return nil, err
	}
	n.ID = x.Text("/volume/id")
	w.RemoveVolume(n)
	w.Remember(n)
	return n, w.AwaitVolume(n, "server-action", "available")
}

// ShowVolume reads a remembered volume as its owner.
func (w *World) ShowVolume(role Role, n *Noun) (*Exchange, error) {
	r := w.BlockStorage(n.Owner, http.MethodGet, "/volumes/"+n.ID, nil)
	if role == Observe {
		return w.Observe(r, http.StatusOK)
	}
	return w.Setup(r, http.StatusOK)
}

// AwaitVolume waits until the volume has one of the statuses; timeout is a name of Timeouts. A volume that ends in an
// error where that is not wanted ends the waiting.
func (w *World) AwaitVolume(n *Noun, timeout string, status ...string) error {
	role := Setup
	if w.kind == features.Observation {
		role = Observe
	}
	what := "the volume is " + strings.Join(status, " or ")
	return w.Eventually(timeout, what, func() (bool, string, error) {
		x, err := w.ShowVolume(role, n)
		if err != nil {
			return false, "", err
		}
		got := x.Text("/volume/status")
		if has(status, got) || !strings.HasPrefix(got, "error") {
			return has(status, got), got, nil
		}
		if role == Observe {
			return false, got, Differ("the status of the volume", strings.Join(status, " or "), got)
		}
		return false, got, fmt.Errorf("volume %s ends in %s", n.ID, got)
	})
}

// Attachment is what block storage tells about one attachment of a volume.
type Attachment struct{ ID, Status, Server string }

// Attachments lists the attachments of a volume, the reserved ones included, as block storage orders them.
func (w *World) Attachments(role Role, n *Noun) ([]Attachment, error) {
	r := w.BlockStorage(n.Owner, http.MethodGet, "/attachments", nil)
	r.At, r.Query = attachmentsAt, url.Values{"volume_id": {n.ID}}
	ask := w.Setup
	if role == Observe {
		ask = w.Observe
	}
	x, err := ask(r, http.StatusOK)
	if err != nil {
		return nil, err
	}
	list, _ := x.Get("/attachments")
	items, _ := list.([]any)
	var out []Attachment
	for i := range items {
		at := fmt.Sprintf("/attachments/%d/", i)
		out = append(out, Attachment{ID: x.Text(at + "id"), Status: x.Text(at + "status"), Server: x.Text(at + "instance")})
	}
	return out, nil
}

// ShowAttachment reads one attachment with what its server was told to connect to.
func (w *World) ShowAttachment(owner, id string) (*Exchange, error) {
	r := w.BlockStorage(owner, http.MethodGet, "/attachments/"+id, nil)
	r.At = attachmentsAt
	return w.Observe(r, http.StatusOK)
}
