package stacks

import (
	"net/http"
	"strings"

	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// twiceKept makes a stack, a snapshot of it, an update and another snapshot, and brings the stack to a state.
func twiceKept(w *world.World, state string) error {
	stack, err := makeStack(w, "a value")
	if err != nil {
		return err
	}
	for _, name := range []string{"first", "second"} {
		template, err := w.Setup(heat("member", http.MethodGet, path(stack)+"/template", nil), http.StatusOK)
		if err != nil {
			return err
		}
		if err := bringStack(w, stack, "SNAPSHOT", "COMPLETE"); err != nil {
			return err
		}
		made := w.Noun("stack snapshot", stack.Name)
		w.Remember(&world.Noun{Kind: made.Kind, Name: name, ID: made.ID, Owner: made.Owner, Facts: map[string]any{"template": template.JSON}})
		if name == "second" {
			break
		}
		if err := bringStack(w, stack, "UPDATE", "COMPLETE"); err != nil {
			return err
		}
	}
	action, status, _ := strings.Cut(state, "_")
	return toState(w, stack, action, status)
}

// aboutSnapshot restores one of several snapshots, or deletes it; "unknown" is one that does not exist.
func aboutSnapshot(w *world.World, who, what, name string) error {
	id := phrases.UnknownID
	if name != "unknown" {
		id = w.Noun("stack snapshot", name).ID
	}
	path := path(w.Noun("stack", "")) + "/snapshots/" + id
	if what == "deletes" {
		return aboutStack(w, heat(who, http.MethodDelete, path, nil))
	}
	return aboutStack(w, heat(who, http.MethodPost, path+"/restore", nil))
}

// asKept checks that the stack has the template of a snapshot, and its resource the value in that template.
func asKept(w *world.World, name string) error {
	stack, kept := w.Noun("stack", ""), w.Noun("stack snapshot", name).Facts["template"]
	x, err := w.Observe(heat("member", http.MethodGet, path(stack)+"/template", nil), http.StatusOK)
	if err != nil {
		return err
	}
	r, err := w.Observe(heat("member", http.MethodGet, path(stack)+"/resources/t", nil), http.StatusOK)
	if err != nil {
		return err
	}
	definition := kept.(object)["resources"].(object)["t"].(object)["properties"].(object)
	return agree([]expectation{
		{"the template of the stack", kept, x.JSON},
		{"the value of the resource", definition["value"], r.Text("/resource/attributes/output")},
	})
}

// keepsOnly checks that one of the stack's two snapshots is left.
func keepsOnly(w *world.World, name string) error {
	x, err := w.Observe(heat("member", http.MethodGet, path(w.Noun("stack", ""))+"/snapshots", nil), http.StatusOK)
	if err != nil {
		return err
	}
	return agree([]expectation{{"the snapshots of the stack", []any{w.Noun("stack snapshot", name).ID}, idsAt(x, "/snapshots")}})
}
