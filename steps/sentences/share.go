package sentences

import (
	"errors"

	"plumbline/steps/world"
)

func shares(s world.Steps, w *world.World) {
	s.Given(`^the share named by the operator is attached to the server$`, func() error {
		return errors.New("no share was named, and none can be made without a shared file system service")
	})
}
