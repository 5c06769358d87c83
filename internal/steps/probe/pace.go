package probe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/target"
)

// probePace finds out whether accepted work goes on after the answer, for long enough that a second request can meet it. A
// mock's control API tells; on any other target (also a mock without its control API) a server is created, read and deleted. How long that
// took is what the price of the run reckons with.
func probePace(ctx context.Context, t *target.Target) error {
	switch {
	case t.Control != nil:
		t.Found(target.WorkTakesTime, t.Control.BusyFor(t.Kind == target.Embedded), "the mock's lifecycle is "+t.Control.Lifecycle)
	case t.ReadOnly:
		t.Unknown(target.WorkTakesTime, "found out with a server of the run's own when the run begins")
	case !isWanted(t, target.WorkTakesTime):
		t.Unknown(target.WorkTakesTime, "no scenario of this run asks")
	default:
		return tryPace(ctx, t)
	}
	return nil
}

func tryPace(ctx context.Context, t *target.Target) error {
	began := t.Tools.Now()
	p, refused, err := boot(ctx, t, "pace")
	if err != nil {
		return err
	}
	if refused != "" {
		t.Unknown(target.WorkTakesTime, refused)
		return nil
	}
	t.RemoveAtEnd(target.Removal{Kind: "server", ID: p.id, Name: p.name, Remove: func(ctx context.Context) error {
		return target.Remove(ctx, p.Session, openapi.Compute, p.path)
	}})
	shown, err := p.send(ctx, http.MethodGet, p.path, nil)
	if err != nil {
		return err
	}
	server, _ := shown.JSON["server"].(map[string]any)
	status := target.Text(server, "status")
	if _, err := p.comesUp(ctx, t); err != nil {
		return err
	}
	if status != "BUILD" {
		t.Found(target.WorkTakesTime, false, "a server shows "+status+" right after it was accepted: work is done at once")
	} else {
		took := t.Tools.Now().Sub(began).Round(10 * time.Millisecond)
		t.Found(target.WorkTakesTime, took >= target.LongWork,
			fmt.Sprintf("a server shows BUILD right after it was accepted, and is built after %s", took))
	}
	crowd, err := crowd(ctx, t, p)
	if err != nil {
		return err
	}
	if err := target.Remove(ctx, p.Session, openapi.Compute, p.path); err != nil {
		return err
	}
	if _, err := p.await(ctx, "gone"); err == nil { // the leak check finds a server that is left
		t.ServerTook(t.Tools.Now().Sub(began) - crowd)
	}
	return nil
}

// crowd reads the server several times at once, so that the price knows whether the cloud has room for as many lanes. It answers how long
// that took.
func crowd(ctx context.Context, t *target.Target, p trial) (time.Duration, error) {
	began := t.Tools.Now()
	err := t.Together(func() error {
		var all sync.WaitGroup
		failed := make([]error, plan.Crowd)
		for i := range failed {
			all.Go(func() { _, failed[i] = p.send(ctx, http.MethodGet, p.path, nil) })
		}
		all.Wait()
		return errors.Join(failed...)
	})
	return t.Tools.Now().Sub(began), err
}
