package move

import (
	"slices"
	"strings"
	"time"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

var (
	// pages is the microversion from which migrations are listed in pages, the latest first, and filtered by changes-since; before
	// the one from which they are filtered by changes-before.
	pages  = openapi.MustVersion("2.59")
	before = openapi.MustVersion("2.66")
)

// common holds the fields of both views of a migration.
type common struct {
	ID        int64   `json:"id"`
	UUID      string  `json:"uuid"`
	Status    string  `json:"status"`
	Source    *string `json:"source_compute"`
	Node      *string `json:"source_node"`
	Dest      *string `json:"dest_compute"`
	DestHost  *string `json:"dest_host"`
	DestNode  *string `json:"dest_node"`
	UserID    string  `json:"user_id"`
	ProjectID string  `json:"project_id"`
	Created   string  `json:"created_at"`
	Updated   *string `json:"updated_at"`
}

func commonOf(m *state.Migration) common {
	c := common{
		ID: m.Serial, UUID: m.UUID, Status: m.Status, Source: record.NonEmpty(m.SourceHost), Node: record.NonEmpty(m.SourceNode),
		Dest: record.NonEmpty(m.DestHost), DestNode: record.NonEmpty(m.DestNode), UserID: m.UserID, ProjectID: m.ProjectID,
		Created: record.FormatMicroseconds(m.Created), Updated: record.MicroOrNil(m.Updated),
	}
	if m.DestHost != "" && m.Type != "live-migration" {
		address := "127.0.0.1"
		c.DestHost = &address
	}
	return c
}

// view is a migration as administrators see it.
type view struct {
	common
	ServerID  string          `json:"instance_uuid"`
	Type      string          `json:"migration_type"`
	OldFlavor *int64          `json:"old_instance_type_id"`
	NewFlavor *int64          `json:"new_instance_type_id"`
	Links     []pipeline.Link `json:"links,omitzero"`
}

func viewOf(x *pipeline.Exchange, m *state.Migration) *view {
	v := &view{common: commonOf(m), ServerID: m.ServerID, Type: m.Type}
	if m.OldFlavor != 0 {
		v.OldFlavor, v.NewFlavor = &m.OldFlavor, &m.NewFlavor
	}
	if isRunning(m) {
		v.Links = record.Links(x, "servers/"+m.ServerID+"/migrations", state.MigrationID(m.Serial))
	}
	return v
}

// isRunning tells whether a migration is a live migration under way.
func isRunning(m *state.Migration) bool { return m.Type == "live-migration" && m.Status == "running" }

func listAll(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	since, until, f := record.ChangedPeriod(x)
	if f != nil {
		return nil, f
	}
	paged := !x.Version.Less(pages)
	var found []*state.Migration
	for m := range state.Migrations.All(x.Txn) {
		if matchesQuery(x, m) && (!paged || record.InPeriod(changed(m), since, nil)) && (x.Version.Less(before) || record.InPeriod(changed(m),
			nil, until)) {
			found = append(found, m)
		}
	}
	slices.SortFunc(found, func(a, b *state.Migration) int { return int(a.Serial - b.Serial) })
	more := ""
	if paged {
		slices.Reverse(found)
		if found, more, f = record.PageOf(x, found, func(m *state.Migration) string { return m.UUID },
			"Marker %s could not be found."); f != nil {
			return nil, f
		}
	}
	out := struct {
		Migrations []*view         `json:"migrations"`
		Next       []pipeline.Link `json:"migrations_links,omitzero"`
	}{Migrations: []*view{}}
	for _, m := range found {
		out.Migrations = append(out.Migrations, viewOf(x, m))
	}
	if more != "" {
		out.Next = record.Next(x, "/os-migrations", more)
	}
	return pipeline.Body(200, out), nil
}

func changed(m *state.Migration) time.Time {
	if m.Updated != nil {
		return *m.Updated
	}
	return m.Created
}

// matchesQuery tells whether a migration matches the query's filters.
func matchesQuery(x *pipeline.Exchange, m *state.Migration) bool {
	is := func(key string, values ...string) bool {
		return !x.Query.Has(key) || slices.Contains(values, x.Query.Get(key))
	}
	return is("status", m.Status) && is("instance_uuid", m.ServerID) && is("migration_type", m.Type) && is("source_compute", m.SourceHost) &&
		is("host", m.SourceHost, m.DestHost) && is("user_id", m.UserID) && is("project_id", m.ProjectID) &&
		(!x.Query.Has("hidden") || slices.Contains([]string{"0", "false", "f", "no", "n", "off"}, strings.ToLower(x.Query.Get("hidden"))))
}

// serverView is a live migration under way as part of its server; the amount copied is not tracked.
type serverView struct {
	common
	ServerID        string `json:"server_uuid"`
	MemoryTotal     int    `json:"memory_total_bytes"`
	MemoryProcessed int    `json:"memory_processed_bytes"`
	MemoryRemaining int    `json:"memory_remaining_bytes"`
	DiskTotal       int    `json:"disk_total_bytes"`
	DiskProcessed   int    `json:"disk_processed_bytes"`
	DiskRemaining   int    `json:"disk_remaining_bytes"`
}

func listOfServer(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	out := []*serverView{}
	for m := range state.Migrations.ByKey(x.Txn, "server", record.Server(x).ID) {
		if isRunning(m) {
			out = append(out, &serverView{common: commonOf(m), ServerID: m.ServerID})
		}
	}
	return pipeline.Answer(200, "migrations", out), nil
}

func show(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	s, id := record.Server(x), x.Params.Get("migration_id")
	switch m := state.Migrations.Get(x.Txn, id); {
	case m == nil || m.ServerID != s.ID:
		return nil, pipeline.NotFound("In-progress live migration %s is not found for server %s.", id, s.ID)
	case m.Type != "live-migration":
		return nil, pipeline.NotFound("Migration %s for server %s is not live-migration.", id, s.ID)
	case !isRunning(m):
		return nil, pipeline.NotFound("Live migration %s for server %s is not in progress.", id, s.ID)
	default:
		return pipeline.Answer(200, "migration", &serverView{common: commonOf(m), ServerID: m.ServerID}), nil
	}
}
