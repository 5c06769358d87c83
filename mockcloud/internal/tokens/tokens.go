// Package tokens finds out who calls: what a token gives, remembered for as long as the records that it names stay as they are.
package tokens

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/internal/state"
)

// Grant is what a token gives: the caller, for as long as the token and what it names stay as they are.
type Grant struct {
	Caller *policy.Caller
	// Who is the caller up to the token.
	Who     *Identity
	expires time.Time
	watch   *state.Watch
}

// Identity is a caller up to the token: two tokens for the same user, scope and roles share one.
type Identity struct{ name string }

// Cache remembers grants by token. The zero value remembers none.
type Cache struct {
	mu     sync.RWMutex
	grants map[string]*Grant
	who    map[string]*Identity
}

// mostTokens bounds how many grants are remembered.
const mostTokens = 10000

// Find answers what a token gives at a time, nil when it is not good (any more).
func (t *Cache) Find(store *state.Store, now time.Time, token string) *Grant {
	t.mu.RLock()
	g := t.grants[token]
	t.mu.RUnlock()
	if g == nil || !g.watch.Valid() {
		g = readGrant(store, token)
		t.mu.Lock()
		if g == nil {
			delete(t.grants, token)
		} else {
			t.remember(token, g)
		}
		t.mu.Unlock()
	}
	if g == nil || !now.Before(g.expires) {
		return nil
	}
	return g
}

// remember keeps a grant; the caller holds mu.
func (t *Cache) remember(token string, g *Grant) {
	if t.grants == nil || len(t.grants) >= mostTokens {
		t.grants, t.who = map[string]*Grant{}, map[string]*Identity{}
	}
	c := g.Caller
	name := strings.Join([]string{c.UserID, c.ProjectID, c.DomainID, fmt.Sprint(c.System), strings.Join(c.Roles, ",")}, "|")
	if t.who[name] == nil {
		t.who[name] = &Identity{name}
	}
	g.Who = t.who[name]
	t.grants[token] = g
}

// readGrant reads a token and whom it is for.
func readGrant(store *state.Store, token string) *Grant {
	x := store.Read()
	w := x.Watch()
	row := state.Tokens.Get(x, token)
	if row == nil {
		return nil
	}
	user := state.Users.Get(x, row.UserID)
	if user == nil || !user.Enabled {
		return nil
	}
	c := &policy.Caller{
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
	return &Grant{Caller: c, expires: row.Expires, watch: w}
}
