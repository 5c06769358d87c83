package pipeline

import (
	"strings"
	"sync"
	"time"

	"plumbline/mockcloud/state"
)

// grant is what a token gives: the caller, for as long as the token and what it names stay as they are.
type grant struct {
	caller  *Caller
	who     *identity
	expires time.Time
	watch   *state.Watch
}

// identity is a caller up to the token: two tokens for the same user, scope and roles share one.
type identity struct{ name string }

// tokens remembers grants by token.
type tokens struct {
	mu     sync.RWMutex
	grants map[string]*grant
	who    map[string]*identity
}

// mostTokens bounds how many grants are remembered.
const mostTokens = 10000

// Grant answers the caller of a token, nil when the token is not good (any more).
func (e *Env) Grant(token string) *Caller {
	if g := e.grant(token); g != nil {
		return g.caller
	}
	return nil
}

func (e *Env) grant(token string) *grant {
	t := &e.tokens
	t.mu.RLock()
	g := t.grants[token]
	t.mu.RUnlock()
	if g == nil || !g.watch.Valid() {
		g = e.look(token)
		t.mu.Lock()
		if g == nil {
			delete(t.grants, token)
		} else {
			t.remember(token, g)
		}
		t.mu.Unlock()
	}
	if g == nil || !e.Clock.Now().Before(g.expires) {
		return nil
	}
	return g
}

// remember keeps a grant; the caller holds mu.
func (t *tokens) remember(token string, g *grant) {
	if t.grants == nil || len(t.grants) >= mostTokens {
		t.grants, t.who = map[string]*grant{}, map[string]*identity{}
	}
	c := g.caller
	name := strings.Join([]string{c.UserID, c.ProjectID, c.DomainID, text(c.System), strings.Join(c.Roles, ",")}, "|")
	if t.who[name] == nil {
		t.who[name] = &identity{name}
	}
	g.who = t.who[name]
	t.grants[token] = g
}

// look reads a token and whom it is for.
func (e *Env) look(token string) *grant {
	x := e.Store.Read()
	w := x.Watch()
	row := state.Tokens.Get(x, token)
	if row == nil {
		return nil
	}
	user := state.Users.Get(x, row.UserID)
	if user == nil || !user.Enabled {
		return nil
	}
	c := &Caller{
		Token: token, UserID: user.ID, UserName: user.Name, UserDomainID: user.DomainID,
		ProjectID: row.ProjectID, DomainID: row.DomainID, System: row.System, Authenticated: true,
	}
	if row.ProjectID != "" {
		project := state.Projects.Get(x, row.ProjectID)
		if project == nil || !project.Enabled {
			return nil
		}
		c.ProjectName = project.Name
	}
	for _, id := range row.Roles {
		if role := state.Roles.Get(x, id); role != nil {
			c.Roles = append(c.Roles, role.Name)
		}
	}
	return &grant{caller: c, expires: row.Expires, watch: w}
}

// authenticate settles who calls; false when there is no good token.
func (x *Exchange) authenticate() bool {
	if x.inner {
		return true
	}
	values := x.Request.Header["X-Auth-Token"]
	if len(values) == 0 || values[0] == "" {
		return false
	}
	g := x.Env.grant(values[0])
	if g == nil {
		return false
	}
	x.token, x.Caller = g, g.caller
	if service := x.Request.Header["X-Service-Token"]; len(service) > 0 {
		if s := x.Env.grant(service[0]); s != nil && s.caller.Has("service") {
			with := *x.Caller
			with.Service = true
			x.Caller, x.volatile = &with, true
		}
	}
	x.Target = owner(x.Caller)
	return true
}
