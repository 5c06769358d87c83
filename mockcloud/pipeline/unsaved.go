package pipeline

import "log/slog"

// unsaved is the answer to a request whose transaction could not be saved: nothing was changed, and it is said loudly.
func (x *Exchange) unsaved(err error) *Fault {
	x.note("%s", alarm(err))
	return &Fault{Status: 503, Message: "The mock cloud could not save this and has changed nothing: " + err.Error(), Bug: true, Stage: "save"}
}

// alarm tells whoever runs the mock that it cannot save, and answers what it said.
func alarm(err error) string {
	slog.Error("the mock cloud cannot save what it is asked to, and refuses it", "error", err)
	return "not saved: " + err.Error()
}
