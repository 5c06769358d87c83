package world

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"plumbline/steps/target"
)

// Image is the id of the run's first image.
func (w *World) Image() string { return must(w.env.Resources.Image, "image") }

// ImageAlt is the id of the run's second image; it stops the step when there is none (@needs:two-images).
func (w *World) ImageAlt() string { return must(w.env.Resources.ImageAlt, "second image") }

// Flavor is the id of the run's flavor.
func (w *World) Flavor() string { return must(w.env.Resources.Flavor, "flavor") }

func must(r target.Resource, what string) string {
	if r.ID == "" {
		panic(stop{errors.New("the run has no " + what)})
	}
	return r.ID
}

var placeholder = regexp.MustCompile(`\{([a-z-]+)(?::([^}]*))?\}`)

// Path fills the ids of remembered nouns into a path: "{server}" is the noun server "", "{server:other}" the
// noun server "other", "{project:member}" the project id of an actor, "{user:member}" its user id. It stops
// the step when a noun is not there.
func (w *World) Path(template string) string {
	return placeholder.ReplaceAllStringFunc(template, func(found string) string {
		parts := placeholder.FindStringSubmatch(found)
		kind, name := parts[1], parts[2]
		if (kind == "project" || kind == "user") && name != "" {
			if _, err := w.Recall(kind, name); err != nil {
				return w.identity(kind, name)
			}
		}
		return w.Noun(kind, name).ID
	})
}

// identity is the project or user id of an actor.
func (w *World) identity(kind, actor string) string {
	s, err := w.env.Target.Actor(actor)
	if err == nil && s == nil {
		err = fmt.Errorf("%s has no %s", actor, kind)
	}
	if err != nil {
		panic(stop{err})
	}
	if kind == "user" {
		return s.UserID
	}
	return s.ProjectID
}

// UserID and ProjectID are those of an actor; they stop the step when the actor is missing.
func (w *World) UserID(actor string) string    { return w.identity("user", actor) }
func (w *World) ProjectID(actor string) string { return w.identity("project", actor) }

// RealName is what a remembered noun is called in the cloud.
func (w *World) RealName(kind, name string) string { return w.Noun(kind, name).RealName }

// has tells whether text is one of a list, without case.
func has(list []string, text string) bool {
	for _, s := range list {
		if strings.EqualFold(s, text) {
			return true
		}
	}
	return false
}
