package world

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"strings"

	"plumbline/features"
	"plumbline/openapi"
)

// ServerSpec is a server to boot. Zero values mean: by member, the run's first image, the run's flavor,
// no key, no network, at a fixed microversion of the suite's own.
type ServerSpec struct {
	// Name is what sentences call it, "" for "the server".
	Name  string
	Actor string
	// Key is the sentence's name of a key pair already created, "" for none.
	Key string
	// Image is an image id.
	Image string
	// Network is the name of a network noun, "" for none at all.
	Network string
	Zone    string
	// At is the microversion that Extra asks for, "" for the oldest one that will do.
	At string
	// Extra is merged into the server object of the request.
	Extra map[string]any
}

// bootAt is the oldest microversion that can boot without a network.
var bootAt = openapi.MustVersion("2.37")

// BootServer creates a server, registers its removal, waits until it is ACTIVE and remembers it.
func (w *World) BootServer(s ServerSpec) (*Noun, error) {
	if s.Actor == "" {
		s.Actor = "member"
	}
	if err := w.takeServer(); err != nil {
		return nil, err
	}
	at := w.Newest(cmp.Or(s.At, bootAt.String()))
	name := w.Name("server")
	x, err := w.Setup(Request{Actor: s.Actor, Method: http.MethodPost, Path: "/servers", At: at, Body: map[string]any{"server": w.serverBody(s, name, at)}}, http.StatusAccepted)
	if err != nil {
		w.giveServerBack()
		return nil, err
	}
	n := &Noun{Kind: "server", Name: s.Name, RealName: name, ID: x.Text("/server/id"), Owner: s.Actor}
	w.removeServer(n)
	w.Remember(n)
	return n, w.AwaitServer(n, "server-boot", "ACTIVE")
}

// AdoptServer remembers a server that a subject exchange created and registers its removal.
func (w *World) AdoptServer(name, actor, id string) (*Noun, error) {
	if err := w.takeServer(); err != nil {
		return nil, err
	}
	n := &Noun{Kind: "server", Name: name, ID: id, Owner: actor}
	w.removeServer(n)
	w.Remember(n)
	return n, nil
}

func (w *World) serverBody(s ServerSpec, name, at string) map[string]any {
	body := map[string]any{"name": name, "imageRef": s.Image, "flavorRef": w.Flavor()}
	if s.Image == "" {
		body["imageRef"] = w.Image()
	}
	switch {
	case s.Network != "":
		body["networks"] = []any{map[string]any{"uuid": w.Noun("network", s.Network).ID}}
	case openapi.MustVersion(at).AtLeast(bootAt):
		body["networks"] = "none"
	}
	if s.Key != "" {
		body["key_name"] = w.RealName("keypair", s.Key)
	}
	if s.Zone != "" {
		body["availability_zone"] = s.Zone
	}
	maps.Copy(body, s.Extra)
	return body
}

// removeServer registers the removal of a server: DELETE, then wait until it is gone. A lock that a
// scenario left is opened by the admin.
func (w *World) removeServer(n *Noun) {
	path := "/servers/" + n.ID
	remove := w.Delete(Request{Actor: n.Owner, Path: path})
	w.CleanUp("server", n.ID, n.RealName, func(ctx context.Context) error {
		defer w.giveServerBack()
		if err := remove(ctx); err != nil {
			if _, errAdmin := w.env.Target.Actor("admin"); errAdmin != nil {
				return err
			}
			unlock := Request{Actor: "admin", Method: http.MethodPost, Path: path + "/action", At: "2.1", Body: map[string]any{"unlock": nil}}
			if _, err := w.Do(Cleanup, unlock); err != nil {
				return err
			}
			if err := w.Delete(Request{Actor: "admin", Path: path})(ctx); err != nil {
				return err
			}
		}
		return w.Eventually("delete", "the server is gone", func() (bool, string, error) {
			x, err := w.Do(Cleanup, Request{Actor: n.Owner, Method: http.MethodGet, Path: path, At: "2.1"})
			if err != nil {
				return false, "", err
			}
			return x.Status == http.StatusNotFound, x.Text("/server/status"), nil
		})
	})
}

// ShowServer reads a remembered server as an actor ("" for its owner) at a microversion ("" for the newest offered).
func (w *World) ShowServer(role Role, actor string, n *Noun, at string) (*Exchange, error) {
	if actor == "" {
		actor = n.Owner
	}
	if at == "" {
		at = w.env.Max.String()
	}
	r := Request{Actor: actor, Method: http.MethodGet, Path: "/servers/" + n.ID, At: at}
	if role == Observe {
		return w.Observe(r, http.StatusOK)
	}
	return w.Setup(r, http.StatusOK)
}

// AwaitServer waits until the server has one of the statuses and no task; timeout is a name of Timeouts.
// A server that ends in ERROR where that is not wanted ends the waiting.
func (w *World) AwaitServer(n *Noun, timeout string, status ...string) error {
	role := Setup
	if w.kind == features.Observation {
		role = Observe
	}
	return w.Eventually(timeout, "the server is "+strings.Join(status, " or "), func() (bool, string, error) {
		x, err := w.ShowServer(role, "", n, "")
		if err != nil {
			return false, "", err
		}
		got := x.Text("/server/status")
		task, _ := x.Get("/server/OS-EXT-STS:task_state")
		if host := x.Text("/server/hostId"); got == "SHELVED_OFFLOADED" && host != "" {
			return false, got + ", still on host " + host, nil // Nova shows it for a moment after the status
		}
		if task == nil && has(status, got) {
			n.Facts["status"] = got
			return true, got, nil
		}
		if task == nil && got == "ERROR" {
			return false, got, w.wrongEnd(n, status, x)
		}
		return false, fmt.Sprintf("%s, task %v", got, task), nil
	})
}

func (w *World) wrongEnd(n *Noun, want []string, x *Exchange) error {
	got := "ERROR: " + x.Text("/server/fault/message")
	if w.kind == features.Observation {
		return Differ("the server ends", strings.Join(want, " or "), got)
	}
	return fmt.Errorf("server %s ends in %s", n.ID, got)
}

// ActSetup does a server action in a Given sentence and awaits the status: ("os-stop", nil, "SHUTOFF").
func (w *World) ActSetup(actor string, n *Noun, action string, args any, status string) error {
	if actor == "" {
		actor = n.Owner
	}
	r := Request{Actor: actor, Method: http.MethodPost, Path: "/servers/" + n.ID + "/action", At: "2.1", Body: map[string]any{action: args}}
	if _, err := w.Setup(r); err != nil {
		return err
	}
	if status == "" {
		return nil
	}
	return w.AwaitServer(n, "server-action", status)
}
