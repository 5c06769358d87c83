package world

import (
	"context"
	"fmt"
	"sync"
)

// serverSlots bound how many servers exist at once. Only one case at a time may hold more than one: two cases that each
// hold one server and wait for a second would wait for ever.
type serverSlots struct {
	once sync.Once
	free chan struct{}
	more chan struct{}
}

func (b *serverSlots) open(most int) {
	b.once.Do(func() {
		b.free, b.more = make(chan struct{}, most), make(chan struct{}, 1)
	})
}

// Jobs is how many cases may run at once under a bound of servers: it leaves room for the second and third server of one case.
func Jobs(wanted, maxServers int) int {
	if maxServers > 0 {
		wanted = min(wanted, maxServers-spareServers)
	}
	return max(wanted, 1)
}

// spareServers are the second and third server of a case.
const spareServers = 2

// ServersFor is the bound of servers under which as many cases run at once as are wanted.
func ServersFor(jobs int) int { return jobs + spareServers }

// TakeServer waits until another server may be created.
func (w *World) TakeServer() error {
	most := w.env.MaxServers
	if most <= 0 {
		return nil
	}
	if w.servers >= most {
		return fmt.Errorf("another server would be more than --max-servers %d allows at once", most)
	}
	b := &w.env.slots
	b.open(most)
	w.env.wanting.Add(1) // from here on, no unused server is kept
	defer w.env.wanting.Add(-1)
	if w.servers == 1 {
		if err := enter(w.Ctx, b.more); err != nil {
			return err
		}
	}
	if err := w.env.enter(w.Ctx, b.free); err != nil {
		if w.servers == 1 {
			<-b.more
		}
		return err
	}
	w.servers++
	return nil
}

func (w *World) GiveServerBack() {
	if w.env.MaxServers <= 0 {
		return
	}
	w.servers--
	<-w.env.slots.free
	if w.servers == 1 {
		<-w.env.slots.more
	}
}

func enter(ctx context.Context, gate chan struct{}) error {
	select {
	case gate <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// enter waits for a slot; an unused server that is kept is removed first. While a case waits, no unused server is kept.
func (e *Env) enter(ctx context.Context, free chan struct{}) error {
	for e.MakeRoom != nil {
		select {
		case free <- struct{}{}:
			return nil
		default:
		}
		if !e.MakeRoom() {
			break
		}
	}
	return enter(ctx, free)
}
