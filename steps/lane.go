package steps

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"plumbline/internal/steps/probe"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/wire"
	"plumbline/internal/steps/world"
)

// Cloud is an embedded mock with the clock that it shares with the suite.
type Cloud struct {
	Handler http.Handler
	// Listen opens a port to the cloud for client programs, nil where that is not possible.
	Listen target.Listen
	Clock  world.Clock
	// Checkpoint saves the state of the cloud and its clock, and answers a function that restores both; nil where that is not possible.
	Checkpoint func() (back func())
	// RestartIDs makes the ids that the cloud generates from now on depend on the name of a case; nil where that is not possible.
	RestartIDs func(name string)
}

// lane runs one case after the other. Cases that run at the same time on a shared cloud have lanes with the same env,
// target and log. On embedded mocks each lane has a cloud and a clock of its own: a wait advances the clock, which must not
// affect another case, and no case's observations depend on cases beside it.
type lane struct {
	env    *world.Env
	target *target.Target
	clock  world.Clock
	log    wire.Log
	// checkpoint is nil where the cloud cannot be reset to an earlier moment.
	checkpoint func() (back func())
	// restartIDs is nil where the suite cannot influence ids.
	restartIDs func(name string)
	// turn is set where the lane's events are sorted into the order of the plan.
	turn *turnLog
}

// open makes the lanes. It is called once, when it is known which cases will run.
func (r *run) open(ctx context.Context, jobs int) ([]*lane, error) {
	first := &lane{
		env: r.env, target: r.target, clock: r.Clock, log: r.Log, turn: r.turn, checkpoint: r.Checkpoint, restartIDs: r.RestartIDs,
	}
	lanes := []*lane{first}
	if r.Another == nil {
		for len(lanes) < jobs {
			lanes = append(lanes, first)
		}
		return lanes, nil
	}
	for len(lanes) < jobs {
		another, err := r.anotherLane(ctx)
		if err != nil {
			return nil, fmt.Errorf("another mock for --jobs %d: %w", jobs, err)
		}
		lanes = append(lanes, another)
	}
	return lanes, nil
}

// anotherLane makes another cloud like the first one and prepares it, without logging that.
func (r *run) anotherLane(ctx context.Context) (*lane, error) {
	cloud, err := r.Another()
	if err != nil {
		return nil, err
	}
	log := &turnLog{clock: cloud.Clock}
	l := &lane{clock: cloud.Clock, log: log, turn: log, checkpoint: cloud.Checkpoint, restartIDs: cloud.RestartIDs}
	o := r.Options
	o.Target.Handler, o.Target.Listen, o.Clock, o.Log = cloud.Handler, cloud.Listen, cloud.Clock, log
	if l.target, err = target.Connect(ctx, o.Target, o.tools()); err != nil {
		return nil, err
	}
	if err := probe.Prepare(ctx, l.target); err != nil {
		return nil, err
	}
	l.env = o.env(l.target, r.serverBound())
	return l, nil
}

// env makes the Env for the cases of a lane.
func (o Options) env(t *target.Target, servers int) *world.Env {
	return &world.Env{
		RunID: o.RunID, Profile: o.Profile, Documents: o.Documents, Target: t, Log: o.Log, Clock: o.Clock, Timeouts: o.Timeouts,
		Max: t.Max, Resources: t.Resources, MaxServers: servers, Named: o.Target.Exchanged,
	}
}

// otherTargets are the targets of the lanes other than the first, each once.
func (r *run) otherTargets() (out []*target.Target) {
	for _, l := range r.lanes {
		if l.target != r.target {
			out = append(out, l.target)
		}
	}
	return out
}

// otherLeaks lists what is left in the clouds of the other lanes, and removes their users and projects.
func (r *run) otherLeaks(ctx context.Context) (leaks []target.Leak, failed error) {
	for _, t := range r.otherTargets() {
		found, err := t.Leaks(ctx)
		failed = errors.Join(failed, err, t.Close(ctx, len(found) > 0 || err != nil))
		left, err := t.LeakedIdentities(ctx)
		failed = errors.Join(failed, err)
		leaks = append(append(leaks, found...), left...)
	}
	return leaks, failed
}
