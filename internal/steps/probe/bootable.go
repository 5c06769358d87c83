package probe

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"plumbline/internal/steps/target"
)

// bootable makes sure that a server of the run's image and flavor comes up, if the run makes any and no other probe has seen one. Where
// none does, a row that fails would say nothing of the cloud: it may be full, or its hosts may refuse the image. The built-in images of
// a mock need no trial.
func bootable(ctx context.Context, t *target.Target) error {
	if !t.Boots || t.Booted || t.ReadOnly || t.Control != nil && !t.ImageDemands {
		return nil
	}
	p, refused, err := boot(ctx, t, "boots")
	if err != nil || refused != "" {
		return err // what is refused is refused in the rows, too, and told there
	}
	defer p.removeAtEnd(t)
	if _, err := p.comesUp(ctx, t); err != nil {
		return err
	}
	return p.remove(ctx)
}

// comesUp waits for a server of a probe, and answers it as it is shown. It is an error if it does not come up.
func (p trial) comesUp(ctx context.Context, t *target.Target) (map[string]any, error) {
	shown, err := p.await(ctx, "ACTIVE", "ERROR")
	if err != nil {
		return nil, err
	}
	if target.Text(shown, "status") == "ACTIVE" {
		t.Booted = true
		return shown, nil
	}
	fault, _ := shown["fault"].(map[string]any)
	used := t.Resources
	err = fmt.Errorf("no server comes up: one of image %s and flavor %s ends in ERROR: %s Name others with --image and --flavor, or look "+
		"whether the hosts have room", used.Image.Name, used.Flavor.Name, strings.TrimSpace(target.Text(fault, "message")))
	return nil, errors.Join(err, p.remove(ctx))
}
