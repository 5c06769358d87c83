// Package contents shows what a mock cloud has, page by page, for people who look at it.
package contents

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Bounds of the number of records in a page.
const (
	usualLimit = 100
	mostLimit  = 500
)

// Query selects a page of records of one kind.
type Query struct {
	// Find holds words, all of which a record must have; case is ignored.
	Find string
	// Offset is the number of records before the page, Limit that of records in it; 0 is usualLimit.
	Offset, Limit int
}

// Page is a part of the records of one kind.
type Page struct {
	Kind string `json:"kind"`
	// Total counts all records of the kind, Found those with the words of the query.
	Total int `json:"total"`
	Found int `json:"found"`
	// Offset is the number of found records before the first one of the page.
	Offset  int   `json:"offset"`
	Records []row `json:"records"`
	// Groups are the hosts of servers, nil for other kinds: their servers stand together, in this order.
	Groups []hostGroup `json:"groups,omitempty"`
}

// row is a record as it is shown.
type row interface {
	// searchedText is the texts in which words are searched.
	searchedText() []string
}

// Look shows the cloud at the moment of a transaction.
type Look struct {
	txn      *state.Txn
	env      *pipeline.Env
	projects map[string]string // names by id
	ports    map[string]int    // numbers of ports by network, nil before they were counted
	zones    []zoneView        // nil before they were looked at
}

// At begins to look at a cloud at the moment of a transaction.
func At(env *pipeline.Env, txn *state.Txn) *Look {
	l := &Look{txn: txn, env: env, projects: map[string]string{}}
	for p := range state.Projects.All(txn) {
		l.projects[p.ID] = p.Name
	}
	return l
}

// project is the name of a project, or its id where it has none.
func (l *Look) project(id string) string { return cmp.Or(l.projects[id], id) }

// kind is a kind of records.
type kind struct {
	name string
	list func(l *Look, q Query) Page
	// count is the number of all records.
	count func(l *Look) int
}

var kinds = []kind{
	serverKind(), volumeRecords.kind("volumes"), stackRecords.kind("stacks"),
	networkRecords.kind("networks"), portRecords.kind("ports"),
	imageRecords.kind("images"), userRecords.kind("users"), quotaRecords.kind("quotas"),
}

// Counts are the numbers of records by kind.
func (l *Look) Counts() map[string]int {
	out := map[string]int{}
	for _, k := range kinds {
		out[k.name] = k.count(l)
	}
	return out
}

// UnknownKindError is the error of a kind that there is not.
type UnknownKindError string

// Error says which kinds there are.
func (e UnknownKindError) Error() string {
	var known []string
	for _, k := range kinds {
		known = append(known, k.name)
	}
	return fmt.Sprintf("there are no %q here: one of %s", string(e), strings.Join(known, ", "))
}

// List answers a page of records. A kind that there is not is an UnknownKindError; bounds that no page can have are errors, too.
func (l *Look) List(name string, q Query) (Page, error) {
	at := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	switch {
	case at < 0:
		return Page{}, UnknownKindError(name)
	case q.Offset < 0:
		return Page{}, fmt.Errorf("offset must not be below zero, but is %d", q.Offset)
	case q.Limit < 0 || q.Limit > mostLimit:
		return Page{}, fmt.Errorf("limit must be between 1 and %d, but is %d", mostLimit, q.Limit)
	}
	q.Limit = cmp.Or(q.Limit, usualLimit)
	return kinds[at].list(l, q), nil
}

// source is where the records of a kind come from, and how they are shown.
type source[T any] struct {
	all func(l *Look) []T
	// order compares by the order in which they are listed; those that are equal stay in the order of all.
	order func(l *Look) func(a, b T) int
	// sort, if set, sorts instead of order: for a kind of which there are many.
	sort func(l *Look, found []T)
	show func(l *Look, record T) row
}

func (s source[T]) kind(name string) kind {
	return kind{
		name:  name,
		list:  func(l *Look, q Query) Page { return s.page(l, name, q, s.find(l, q.Find)) },
		count: func(l *Look) int { return len(s.all(l)) },
	}
}

// find lists the records that have all words of a text.
func (s source[T]) find(l *Look, text string) []T {
	found := s.all(l)
	if wanted := strings.Fields(strings.ToLower(text)); len(wanted) > 0 {
		found = slices.DeleteFunc(found, func(r T) bool { return !hasWords(s.show(l, r), wanted) })
	}
	if s.sort != nil {
		s.sort(l, found)
	} else {
		slices.SortStableFunc(found, s.order(l))
	}
	return found
}

// page is the page of a query among the records that were found.
func (s source[T]) page(l *Look, name string, q Query, found []T) Page {
	out := Page{Kind: name, Total: len(s.all(l)), Found: len(found), Offset: min(q.Offset, len(found)), Records: []row{}}
	for _, r := range found[out.Offset:min(out.Offset+q.Limit, len(found))] {
		out.Records = append(out.Records, s.show(l, r))
	}
	return out
}

// by is an order that depends on the records alone.
func by[T any](order func(a, b T) int) func(*Look) func(a, b T) int {
	return func(*Look) func(a, b T) int { return order }
}

func hasWords(r row, wanted []string) bool {
	text := strings.ToLower(strings.Join(r.searchedText(), " "))
	return !slices.ContainsFunc(wanted, func(word string) bool { return !strings.Contains(text, word) })
}

// recordsOf are all records of a table.
func recordsOf[T any](table *state.Table[T]) func(l *Look) []*T {
	return func(l *Look) []*T { return slices.Collect(table.All(l.txn)) }
}

// textOf is the text of an optional one.
func textOf(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
