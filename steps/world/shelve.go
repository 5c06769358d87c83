package world

import (
	"context"
	"errors"
	"net/http"

	"plumbline/features"
)

// Shelve shelves a server of the case and waits until it is SHELVED or SHELVED_OFFLOADED: which of them is the
// operator's choice.
func (w *World) Shelve(n *Noun) error {
	w.env.shelving.RLock()
	defer w.env.shelving.RUnlock()
	if err := w.serverAction(n.Owner, n, "shelve", nil); err != nil {
		return err
	}
	return w.AwaitServer(n, "shelve", "SHELVED", "SHELVED_OFFLOADED")
}

// Rest shelves a server that is to stay SHELVED on its host (@needs:rests-shelved). A mock is told to let it, for
// as long as that takes: no other case shelves meanwhile.
func (w *World) Rest(n *Noun) (err error) {
	if control := w.env.Target.Control; control != nil {
		w.env.shelving.Lock()
		defer w.env.shelving.Unlock()
		back, failed := w.chosen(map[string]any{"shelved_offload_time": -1})
		if failed != nil {
			return failed
		}
		defer func() { err = errors.Join(err, back()) }()
	}
	if err := w.serverAction(n.Owner, n, "shelve", nil); err != nil {
		return err
	}
	return w.AwaitServer(n, "shelve", "SHELVED")
}

// Offload shelves a server and takes it off its host, if the operator's choice does not.
func (w *World) Offload(n *Noun) error {
	if err := w.Shelve(n); err != nil {
		return err
	}
	if n.Facts["status"] == "SHELVED_OFFLOADED" {
		return nil
	}
	if err := w.serverAction("admin", n, "shelveOffload", nil); err != nil {
		return err
	}
	return w.AwaitServer(n, "shelve", "SHELVED_OFFLOADED")
}

// serverAction does an action that the case needs done, in a Given or in a Then sentence.
func (w *World) serverAction(actor string, n *Noun, action string, args any) error {
	r := Request{Actor: actor, Method: http.MethodPost, Path: "/servers/" + n.ID + "/action", At: w.Newest(shelveAt), Body: map[string]any{action: args}}
	var err error
	if w.kind == features.Observation {
		_, err = w.Observe(r)
	} else {
		_, err = w.Setup(r)
	}
	return err
}

// shelveAt is the microversion of the suite's own actions: every form of their bodies means there what it meant at first.
const shelveAt = "2.60"

// Unshelve brings an offloaded server of the case back without asking for a place, and answers where it ends: on
// a host, or SHELVED_OFFLOADED as before.
func (w *World) Unshelve(n *Noun) (status string, err error) {
	if err := w.serverAction(n.Owner, n, "unshelve", nil); err != nil {
		return "", err
	}
	err = w.AwaitServer(n, "shelve", "ACTIVE", "SHELVED_OFFLOADED")
	status, _ = n.Facts["status"].(string)
	return status, err
}

// Choose changes what the operator of a mock has chosen (@needs:deployment-settings), until the case is over.
func (w *World) Choose(settings map[string]any) error {
	back, err := w.chosen(settings)
	if err != nil {
		return err
	}
	w.CleanUp("setting", "", "", func(context.Context) error { return back() })
	return nil
}

// chosen changes settings of a mock and answers how they are put back.
func (w *World) chosen(settings map[string]any) (back func() error, err error) {
	control := w.env.Target.Control
	if control == nil {
		return nil, errors.New("what the operator chose cannot be changed on this target")
	}
	now, err := control.Settings(w.ctx)
	if err != nil {
		return nil, err
	}
	before := map[string]any{}
	for name := range settings {
		before[name] = now[name]
	}
	back = func() error { return control.Choose(context.WithoutCancel(w.ctx), before) }
	return back, control.Choose(w.ctx, settings)
}
