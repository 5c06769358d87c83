package target

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/openapi/near"
	"plumbline/internal/steps/session"
)

// persona is the role, project and scope that an actor's user must have.
type persona struct {
	name string
	// role is the strongest role that the user may have, "" for no user at all.
	role string
	// other puts the user in the second project; system gives a system-scoped token.
	other, system bool
}

var personas = []persona{
	{name: "admin", role: "admin"},
	{name: "manager", role: "manager"},
	{name: "member", role: "member"},
	{name: "member2", role: "member"},
	{name: "reader", role: "reader"},
	{name: "outsider", role: "member", other: true},
	{name: "service", role: "service"},
	{name: "outsider-admin", role: "admin", other: true},
	{name: "system-admin", role: "admin", system: true},
	{name: "system-reader", role: "reader", system: true},
	{name: "nobody"},
}

// impliedRoles orders the roles that imply one another, strongest first.
var impliedRoles = []string{"admin", "manager", "member", "reader"}

// ActorState says whether an actor can be used, how it was obtained, or what to do about it.
type ActorState struct {
	Ready       bool
	How, Reason string
}

// Actors lists every actor by name.
func Actors() []string {
	var out []string
	for _, p := range personas {
		out = append(out, p.name)
	}
	return out
}

// Actor answers the session of an actor; the actor "nobody" has none (nil without an error).
func (t *Target) Actor(name string) (*session.Session, error) {
	if name == "nobody" {
		return nil, nil
	}
	if s, ok := t.Sessions[name]; ok {
		return s, nil
	}
	state, known := t.States[name]
	if !known {
		return nil, fmt.Errorf("there is no actor %q: one of %s%s", name, strings.Join(Actors(), ", "), near.Hint(name, Actors()))
	}
	return nil, fmt.Errorf("the actor %s is missing: %s", name, state.Reason)
}

// ActorState answers whether an actor can be used, and why not.
func (t *Target) ActorState(name string) ActorState { return t.States[name] }

// GatherActors obtains every actor: first those given, then those created if the given user may create users, then the
// given user itself as an actor that its roles fit.
func (t *Target) GatherActors(ctx context.Context) error {
	t.States["nobody"] = ActorState{Ready: true, How: "no token"}
	if err := t.givenActors(ctx); err != nil {
		return err
	}
	if err := t.createActors(ctx); err != nil {
		return err
	}
	t.mainAsActor()
	for _, p := range personas {
		if _, known := t.States[p.name]; !known {
			t.States[p.name] = ActorState{Reason: fmt.Sprintf("no user for %s: give --actor %s=CLOUD, or an --os-cloud that may create users (%s)",
				p.name, p.name, t.Known[CreateIdentities].Evidence)}
		}
	}
	return nil
}

func (t *Target) givenActors(ctx context.Context) error {
	for _, p := range personas {
		l, given := t.Config.Actors[p.name]
		if !given {
			continue
		}
		s, err := t.open(ctx, p.name, l)
		if err != nil {
			return fmt.Errorf("actor %s: %w", p.name, err)
		}
		if reason := p.whyUnfit(s, t.homeProject()); reason != "" {
			t.States[p.name] = ActorState{
				Reason: fmt.Sprintf("%s cannot play %s: %s; give another --actor %s=CLOUD", l.Source, p.name, reason, p.name),
			}
			continue
		}
		t.Sessions[p.name] = s
		t.States[p.name] = ActorState{Ready: true, How: fmt.Sprintf("%s: user %s, %s", l.Source, s.UserName, scopeOf(s))}
	}
	for name := range t.Config.Actors {
		if !slices.Contains(Actors(), name) {
			return fmt.Errorf("there is no actor %q: one of %s%s", name, strings.Join(Actors(), ", "), near.Hint(name, Actors()))
		}
	}
	return nil
}

// homeProject is the id of the project that most actors share, "" while it has no actor.
func (t *Target) homeProject() string {
	for _, p := range personas {
		if s := t.Sessions[p.name]; s != nil && !p.other && !p.system && s.ProjectID != "" {
			return s.ProjectID
		}
	}
	return ""
}

// whyUnfit says why a user cannot play the persona: a reader who also is a member, for example, would prove nothing.
func (p persona) whyUnfit(s *session.Session, home string) string {
	if p.system != s.System {
		return "its token is not system-scoped (or should not be)"
	}
	if !s.Has(p.role) {
		return fmt.Sprintf("it has no role %s (it has %s)", p.role, strings.Join(s.Roles, ", "))
	}
	for _, stronger := range impliedRoles[:max(slices.Index(impliedRoles, p.role), 0)] {
		if s.Has(stronger) {
			return fmt.Sprintf("it has the role %s, too", stronger)
		}
	}
	switch {
	case p.system || home == "":
	case p.other && s.ProjectID == home:
		return "it is in the same project as the others"
	case !p.other && s.ProjectID != home:
		return fmt.Sprintf("it is in the project %s and not in that of the others", s.ProjectName)
	}
	return ""
}

// scopeOf says what a user's token is for.
func scopeOf(s *session.Session) string {
	switch {
	case s.ProjectName != "":
		return "project " + s.ProjectName
	case s.System:
		return "the whole system"
	}
	return "no project"
}

// mainAsActor makes the given user the strongest actor that its roles allow and that has no session yet.
func (t *Target) mainAsActor() {
	for _, p := range personas {
		if p.name == "nobody" || p.other || p.system || t.Sessions[p.name] != nil || t.States[p.name].Ready {
			continue
		}
		if p.whyUnfit(t.Main, t.homeProject()) != "" || t.plays(t.Main.UserID) {
			continue
		}
		t.Main.Actor = p.name
		t.Sessions[p.name] = t.Main
		t.States[p.name] = ActorState{Ready: true, How: fmt.Sprintf("the given user %s, %s", t.Main.UserName, scopeOf(t.Main))}
		return
	}
}

func (t *Target) plays(user string) bool {
	for _, s := range t.Sessions {
		if s.UserID == user {
			return true
		}
	}
	return false
}
