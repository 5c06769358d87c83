package sentences

import (
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

// shares registers sentences about states that no request leads to: they are settings of a mock.
func shares(s world.Steps, w *world.World) {
	s.Given(`^a share is attached to the server$`, func() error { return fixtures.ChangeSettings(w, map[string]any{"shares_attached": true}) })
	s.Given(`^the host of the server was not upgraded$`,
		func() error { return fixtures.ChangeSettings(w, map[string]any{"old_compute_service": true}) })
	s.Given(`^the host of the server hands out whole machines$`,
		func() error { return fixtures.ChangeSettings(w, map[string]any{"bare_metal": true}) })
}
