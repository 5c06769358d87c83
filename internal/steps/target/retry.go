package target

import (
	"context"
	"net/http"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/wire"
)

// LoseTrack notes that something may have been created that clean-up does not know.
func (t *Target) LoseTrack() { t.lost.Store(true) }

// LostTrack tells whether LoseTrack was called.
func (t *Target) LostTrack() bool { return t.lost.Load() }

// Alive requests the versions of the compute service, without a token and without a retry; any answer means alive.
func (t *Target) Alive(ctx context.Context) error {
	e, err := t.Main.Endpoint(ctx, openapi.Compute)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(wire.WithNote(ctx, wire.Note{Role: "probe", Service: openapi.Compute}), session.AliveTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, e.Root+"/", nil)
	if err != nil {
		return err
	}
	resp, err := t.Main.Client.Do(req)
	if err != nil {
		return session.ExplainError("compute service", e.Root+"/", err)
	}
	return resp.Body.Close()
}
