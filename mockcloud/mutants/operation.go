package mutants

// place is where an operation stands in documents.
type place struct{ path, method, action string }

var places = map[string]place{
	"servers.rebuild":        {path: "/servers/{server_id}/action", action: "rebuild"},
	"servers.start":          {path: "/servers/{server_id}/action", action: "os-start"},
	"servers.shelve-offload": {path: "/servers/{server_id}/action", action: "shelveOffload"},
	"servers.reset-state":    {path: "/servers/{server_id}/action", action: "os-resetState"},
	"servers.list":           {path: "/servers", method: "get"},
	"servers.detail":         {path: "/servers/detail", method: "get"},
	"servers.show":           {path: "/servers/{server_id}", method: "get"},
	"keypairs.list":          {path: "/os-keypairs", method: "get"},
	"keypairs.show":          {path: "/os-keypairs/{keypair_name}", method: "get"},
	"keypairs.create":        {path: "/os-keypairs", method: "post"},
	"keypairs.delete":        {path: "/os-keypairs/{keypair_name}", method: "delete"},
	"flavors.list":           {path: "/flavors", method: "get"},
	"flavors.update":         {path: "/flavors/{flavor_id}", method: "put"},
	"limits.show":            {path: "/limits", method: "get"},
	"zones.list":             {path: "/os-availability-zone", method: "get"},
	"instance-actions.list":  {path: "/servers/{server_id}/os-instance-actions", method: "get"},
}

// keys lead to the operation in a document.
func (p place) keys() []string {
	if p.action != "" {
		return []string{"paths", p.path, "x-openstack-actions", p.action}
	}
	return []string{"paths", p.path, p.method}
}

// target is the JSONPath of the operation.
func (p place) target(keys ...string) string { return below("$", append(p.keys(), keys...)...) }

// of is the operation in a document, nil where there is none.
func (p place) of(tree map[string]any) map[string]any {
	o, _ := dig(tree, p.keys()...).(map[string]any)
	return o
}

// where is the span over which an operation exists.
func (b *book) where(operation string) span {
	found := b.spans(func(tree map[string]any) any {
		if places[operation].of(tree) == nil {
			return nil
		}
		return true
	})
	return found[0]
}
