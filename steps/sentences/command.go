package sentences

import (
	"errors"

	"plumbline/steps/world"
)

func commands(s world.Steps, w *world.World) {
	s.When(`^the `+actor+` runs openstack server rebuild (.+) on the server$`, func(who, options string) error {
		return errors.New("pending")
	})
	s.Then(`^the command succeeds$`, func() error { return errors.New("pending") })
}
