package world

import (
	"context"

	"plumbline/openapi"
	"plumbline/steps/plan"
)

// World is the memory and the hands of one case. It is made anew for each case and is not safe for
// concurrent use; what all cases share is in Env.
type World struct {
	env     *Env
	ctx     context.Context
	c       plan.Case
	nouns   map[string]*Noun
	undo    []undo
	subject *Exchange
	before  *Exchange
	kind    kindOfStep
	servers int
}

// New makes the world of a case.
func New(ctx context.Context, env *Env, c plan.Case) *World {
	return &World{env: env, ctx: ctx, c: c, nouns: map[string]*Noun{}}
}

// Context is the case's context; it ends when the run is interrupted.
func (w *World) Context() context.Context { return w.ctx }

// Case is what is being run.
func (w *World) Case() plan.Case { return w.c }

// Profile is the profile of the run.
func (w *World) Profile() openapi.Profile { return w.env.Profile }

// Env is what all cases share.
func (w *World) Env() *Env { return w.env }

// Max is the newest microversion that the target offers within the run's bounds.
func (w *World) Max() openapi.Version { return w.env.Max }
