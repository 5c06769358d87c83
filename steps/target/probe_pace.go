package target

import (
	"context"
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
	p, refused, err := t.boot(ctx, "pace")
	if err != nil {
		return err
	}
	if refused != "" {
		t.unknown(WorkTakesTime, refused)
		return nil
	}
	t.Later(Removal{Kind: "server", ID: p.id, Name: p.name, Remove: func(ctx context.Context) error {
		return p.Remove(ctx, openapi.Compute, p.path)
	}})
	shown, err := p.send(ctx, http.MethodGet, p.path, nil)
	if err != nil {
		return err
	}
	server, _ := shown.JSON["server"].(map[string]any)
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
