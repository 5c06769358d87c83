//go:build sourcemutants

package mutate

import (
	"context"
	"fmt"

	"plumbline/cmd/plumbline/internal/certify"
	"plumbline/internal/features"
	"plumbline/internal/mockcloud/mutants"
	"plumbline/internal/openapi"
	"plumbline/internal/steps/mutation"
	"plumbline/internal/steps/mutation/source"
	"plumbline/internal/steps/mutation/source/site"
	"plumbline/internal/steps/plan"
	"plumbline/mockcloud"
	"plumbline/steps"
)

// sourceBench is a profile's bench with a record of the exchanges on it.
type sourceBench struct {
	mutation.Bench
	profile  openapi.Profile
	prepared *steps.Prepared
	cases    map[string]plan.Case
	witness  *source.Witness
	// sound are the exchanges of rows with the unbroken mock; unsteady are rows whose exchanges differ each time.
	sound    map[string][]source.Exchange
	unsteady map[string]bool
}

func newSourceBench(ctx context.Context, p openapi.Profile) (*sourceBench, error) {
	scenarios, err := features.Scenarios()
	if err != nil {
		return nil, err
	}
	b, err := Bench(p, scenarios)
	if err != nil {
		return nil, err
	}
	made := &sourceBench{Bench: b, profile: p, sound: map[string][]source.Exchange{}, unsteady: map[string]bool{}}
	return made, made.prepare(ctx)
}

// newSourceBenchGuarded makes a bench while a mutant is on, and turns a panic into an error.
func newSourceBenchGuarded(ctx context.Context, p openapi.Profile) (b *sourceBench, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return newSourceBench(ctx, p)
}

// prepare probes the bench's own mock.
func (b *sourceBench) prepare(ctx context.Context) (err error) {
	b.Switch.To(b.Whole)
	if b.prepared, err = steps.Prepare(ctx, b.Options); err != nil {
		return err
	}
	b.prepared.Asking = func(on bool) {
		site.Ask(on)
		if b.witness != nil {
			b.witness.Asking = on
		}
	}
	b.cases = map[string]plan.Case{}
	for _, c := range b.prepared.Cases() {
		if c.Gate == nil {
			b.cases[c.ID] = c
		}
	}
	return nil
}

// fresh replaces the bench's mock by a new one that accepts the same tokens.
func (b *sourceBench) fresh() error {
	whole := b.Whole.(benchCloud)
	planted, err := mutants.SeedOf(whole.Cloud)
	if err != nil {
		return err
	}
	made, err := mockcloud.New(append(whole.clock.options(), mockcloud.WithProfile(b.profile), mockcloud.WithBaseURL(certify.EmbeddedURL),
		mockcloud.WithSeed(planted), mockcloud.WithJournal(64), mockcloud.WithRandomSeed(1))...)
	if err != nil {
		return err
	}
	b.witness = &source.Witness{Next: made}
	b.Switch.To(b.witness)
	return nil
}

// once runs a case on a mock of its own.
func (b *sourceBench) once(ctx context.Context, c plan.Case) (steps.Progress, error) {
	if err := b.fresh(); err != nil {
		return steps.Progress{}, err
	}
	return b.prepared.Run(ctx, c)
}

// rewind sets the clock back, and prepares the bench anew if tokens may have been renewed.
func (b *sourceBench) rewind(ctx context.Context) error {
	if b.Rewind() {
		return b.prepare(ctx)
	}
	return nil
}
