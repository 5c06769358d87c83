package audit

import (
	"encoding/json"
	"maps"
	"slices"

	"plumbline/steps/internal/wire"
	"plumbline/steps/internal/world"
	"plumbline/steps/sentences/internal/phrases"
)

// keeps are fields that a server action does not change. A rebuild changes those for which it has a parameter of that name.
var keeps = []string{
	"id", "name", "created", "user_id", "tenant_id", "metadata", "description", "accessIPv4", "accessIPv6", "key_name", "flavor", "tags",
	"locked", "locked_reason", "addresses", "os-extended-volumes:volumes_attached", "server_groups", "config_drive",
}

// keepsTheRest checks that fields which the request did not name are as before the request.
func keepsTheRest(w *world.World, x *world.Exchange, server *world.Noun) error {
	before, kept := server.Facts["before"].(*world.Exchange)
	if !kept || before.Text("/server/status") == "" || w.Case().Variant == sinceOne {
		return nil
	}
	var sent map[string]map[string]any
	if json.Unmarshal(x.Sent(), &sent) != nil && wire.ActionOf(x.Sent()) == "rebuild" {
		return nil
	}
	asked := maps.Keys(sent["rebuild"])
	return phrases.SameAs(w,
		slices.DeleteFunc(slices.Clone(keeps), func(field string) bool { return slices.Contains(slices.Collect(asked), field) }))
}
