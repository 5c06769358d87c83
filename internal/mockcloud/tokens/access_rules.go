package tokens

import (
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/state"
)

// rulesOf are the access rules of the application credential that a token was got with; nil where it permits everything.
func rulesOf(x *state.Txn, token *state.Token) (rules []state.AccessRule) {
	if token.CredentialID == "" {
		return nil
	}
	c := state.ApplicationCredentials.Get(x, token.CredentialID)
	if c == nil {
		return nil
	}
	for _, id := range c.Rules {
		if r := state.AccessRules.Get(x, id); r != nil {
			rules = append(rules, *r)
		}
	}
	return rules
}

// Permits tells whether one of the access rules of the token permits a request to a service, by the types that the service has in
// catalogues. A token without rules permits every request.
func (g *Grant) Permits(types []string, method, path string) bool {
	return len(g.rules) == 0 || slices.ContainsFunc(g.rules, func(r state.AccessRule) bool {
		return slices.Contains(types, r.Service) && r.Method == method && Stands(r.Path, path)
	})
}

// pathWildcards are the parts of a rule's path that stand for others: two stars for anything, one star or a name in braces for one
// or more characters of a segment. 2025.1 was asked about each.
var pathWildcards = regexp.MustCompile(`\*\*|\*|\{[^/{}]*\}`)

// Stands tells whether the path of an access rule stands for a path.
func Stands(rule, path string) bool {
	var pattern strings.Builder
	end := 0
	for _, at := range pathWildcards.FindAllStringIndex(rule, -1) {
		pattern.WriteString(regexp.QuoteMeta(rule[end:at[0]]))
		if rule[at[0]:at[1]] == "**" {
			pattern.WriteString(`.*`)
		} else {
			pattern.WriteString(`[^/]+`)
		}
		end = at[1]
	}
	pattern.WriteString(regexp.QuoteMeta(rule[end:]))
	is, err := regexp.MatchString("^(?:"+pattern.String()+")$", path)
	return err == nil && is
}
