package steps

import (
	"context"

	"plumbline/internal/steps/target"
)

// Sweep removes what killed runs left on a target; an empty run means every run; dry removes nothing.
func Sweep(ctx context.Context, o Options, run string, dry bool, gone func(target.Swept)) error {
	o.Log = discardLog{}
	o, err := o.withDefaults()
	if err != nil {
		return err
	}
	t, err := target.Connect(ctx, o.Target, o.tools())
	if err != nil {
		return &configurationError{err}
	}
	return t.Sweep(ctx, run, dry, gone)
}
