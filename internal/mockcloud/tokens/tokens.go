// Package tokens finds the caller by a token, and caches callers as long as the records that they were read from are unchanged.
package tokens

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"plumbline/internal/mockcloud/held"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// Grant is the caller that a token stands for, valid as long as the records that it was read from are unchanged.
type Grant struct {
	Caller *policy.Caller
	// Who identifies the caller regardless of the token.
	Who     *Identity
	expires time.Time
	watch   *state.Watch
	// rules are the only requests that are permitted; nil where all are.
	rules []state.AccessRule
}

// Identity identifies a caller: all tokens for the same user, scope and roles share one.
type Identity struct{ name string }

// Cache caches grants by token. The zero value is empty.
type Cache struct {
	mu     sync.RWMutex
	grants map[string]*Grant
	who    map[string]*Identity
}

// mostTokens is the greatest number of cached grants.
const mostTokens = 10000

// Find answers the grant of a token at a time, nil when the token is unknown, revoked or expired.
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

// remember caches a grant; the caller holds mu.
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

// readGrant reads a token, and the user, project and roles that it names.
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
	own, whole := held.OfToken(x, row)
	if !whole {
		return nil
	}
	for _, id := range own {
		if role := state.Roles.Get(x, id); role != nil {
			c.Roles = append(c.Roles, role.Name)
		}
	}
	return &Grant{Caller: c, expires: row.Expires, watch: w, rules: rulesOf(x, row)}
}
