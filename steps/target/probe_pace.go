package target

import (
	"context"
	"fmt"
	"net/http"

	"plumbline/openapi"
)

// probePace finds out whether accepted work goes on after the answer. A mock with its control API says so;
// anywhere else (a mock that hides it looks like a real cloud) a server is created, looked at once and removed.
func (t *Target) probePace(ctx context.Context) error {
	switch {
	case t.Control != nil && t.Control.lifecycle == "immediate":
		t.found(WorkTakesTime, false, "the mock finishes its work at once; start it with another --lifecycle")
	case t.Control != nil:
		t.found(WorkTakesTime, true, "the mock's lifecycle is "+t.Control.lifecycle)
	case t.ReadOnly:
		t.unknown(WorkTakesTime, "found out with a server of the run's own when the run begins")
	case !t.wants(WorkTakesTime):
		t.unknown(WorkTakesTime, "no scenario of this run asks")
	default:
		return t.tryPace(ctx)
	}
	return nil
}

func (t *Target) tryPace(ctx context.Context) error {
	p := trial{Session: t.anyone("member", "admin"), at: t.Max.String()}
	name := t.Prefix() + "pace"
	body := map[string]any{"name": name, "imageRef": t.Resources.Image.ID, "flavorRef": t.Resources.Flavor.ID}
	if t.Max.AtLeast(withoutNetwork) {
		body["networks"] = "none"
	}
	reply, err := p.send(ctx, http.MethodPost, "/servers", map[string]any{"server": body})
	if err != nil {
		return err
	}
	server, _ := reply.JSON["server"].(map[string]any)
	if !reply.Is(http.StatusAccepted) {
		t.unknown(WorkTakesTime, fmt.Sprintf("the server to try it with was refused: %d %s", reply.Status, reply.Message()))
		return nil
	}
	p.path = "/servers/" + text(server, "id")
	t.Later(Removal{Kind: "server", ID: text(server, "id"), Name: name, Remove: func(ctx context.Context) error {
		return p.Remove(ctx, openapi.Compute, p.path)
	}})
	shown, err := p.send(ctx, http.MethodGet, p.path, nil)
	if err != nil {
		return err
	}
	server, _ = shown.JSON["server"].(map[string]any)
	status := text(server, "status")
	busy := status == "BUILD"
	saw := "a server shows " + status + " right after it was accepted"
	if !busy {
		saw += ": work is done at once (a mock? start it with another --lifecycle)"
	}
	t.found(WorkTakesTime, busy, saw)
	if err := p.Remove(ctx, openapi.Compute, p.path); err != nil {
		return err
	}
	_, _ = p.await(ctx, "gone") // what is still there at the end is found by the leak check
	return nil
}
