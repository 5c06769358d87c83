package pipeline

// Size refuses bodies over a limit (bytes).
func Size(limit int64) Stage { return Stage{"size", func(*Exchange) *Fault { panic("pending") }} }

// Token finds out who calls; it refuses requests without a token that is good.
func Token() Stage { return Stage{"token", func(*Exchange) *Fault { panic("pending") }} }

// OptionalToken is Token for services that answer some requests without a token: the caller is then nobody.
// Operations whose document has x-openstack-policy still need one.
func OptionalToken() Stage { return Stage{"token", func(*Exchange) *Fault { panic("pending") }} }

// MatchRoute finds the route of the path. Project tells how a project id stands in front of it.
func MatchRoute(p ProjectInPath) Stage {
	return Stage{"route", func(*Exchange) *Fault { panic("pending") }}
}

// ProjectInPath says whether a project id stands in front of the path.
type ProjectInPath int

// How a project id stands in front of the path.
const (
	NoProject ProjectInPath = iota
	OptionalProject
	RequiredProject
)

// Microversion settles the version of the request (contract 60).
func Microversion() Stage {
	return Stage{"microversion", func(*Exchange) *Fault { panic("pending") }}
}

// MediaType refuses bodies that are not JSON.
func MediaType() Stage { return Stage{"media type", func(*Exchange) *Fault { panic("pending") }} }

// Decode parses the body, and finds the action where the route has actions.
func Decode() Stage { return Stage{"body", func(*Exchange) *Fault { panic("pending") }} }

// OwnProject refuses a project in the URL that is not the token's.
func OwnProject(refuse func(*Exchange) *Fault) Stage {
	return Stage{"project", func(*Exchange) *Fault { panic("pending") }}
}

// Exists refuses what is not there at the request's microversion.
func Exists() Stage { return Stage{"operation", func(*Exchange) *Fault { panic("pending") }} }

// Schema checks query and body against the operation.
func Schema() Stage { return Stage{"schema", func(*Exchange) *Fault { panic("pending") }} }

// Find opens the transaction and looks up what the path names.
func Find() Stage { return Stage{"lookup", func(*Exchange) *Fault { panic("pending") }} }

// Authorise asks policy.
func Authorise() Stage { return Stage{"policy", func(*Exchange) *Fault { panic("pending") }} }

// LockAndState refuses servers that are locked or in the wrong state, as the operation's document says.
func LockAndState() []Stage { return nil }

// ComputeStages are Nova's checks in Nova's order.
func ComputeStages() []Stage { return nil }
