package listing

import (
	"cmp"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// Microversions from which the query of lists changes.
var (
	countedLists  = openapi.MustVersion("3.45")
	strictFilters = openapi.MustVersion("3.31")
)

// RefusesUnknownFilters tells whether filters that are not configured are refused.
func RefusesUnknownFilters(x *pipeline.Exchange) bool { return x.Version.AtLeast(strictFilters) }

// mostItems is the greatest number of items of a list.
func mostItems(x *pipeline.Exchange) int { return x.Env.MostPerPage() }

// Page holds the query's paging, order and filters.
type Page struct {
	limit, offset int
	marker        string
	marked        bool
	order         []order
	count         bool
	// whole tells that the limit makes the link to the next page only: this one shows everything.
	whole bool
	// Filters are the query's keys other than those for paging and order.
	Filters url.Values
}

// order is one key that a list is sorted by.
type order struct{ key, dir string }

// UnfilteredPage is the page of a list whose query is ignored.
func UnfilteredPage(x *pipeline.Exchange) *Page {
	return &Page{limit: mostItems(x), order: []order{{"created_at", "desc"}}}
}

// ReadWhole reads the query of a list that always shows everything: limit, marker and offset have to be right all the same, and a limit
// makes a link to a next page.
func ReadWhole(x *pipeline.Exchange) (*Page, *pipeline.Fault) {
	asked := readQuery(x)
	f := asked.readWindow()
	p := UnfilteredPage(x)
	p.limit, p.whole = asked.limit, true
	return p, f
}

// ReadWindow reads the query of a list that is neither filtered nor sorted: a limit of 0 is none, and the marker is ignored.
func ReadWindow(x *pipeline.Exchange) (*Page, *pipeline.Fault) {
	asked := readQuery(x)
	f := asked.readWindow()
	p := UnfilteredPage(x)
	p.offset = asked.offset
	if asked.limit > 0 {
		p.limit = asked.limit
	}
	return p, f
}

// ReadPage reads limit, marker, offset and the sort keys, in the order in which the service does.
func ReadPage(x *pipeline.Exchange) (*Page, *pipeline.Fault) {
	p := readQuery(x)
	if f := p.readWindow(); f != nil {
		return nil, f
	}
	return p, p.readSort()
}

// ReadUnpaged reads the query of a list that has no pages: limit, marker, offset and the sort keys are filters like all others. The
// service refuses an invalid limit or offset all the same. The oldest record comes first.
func ReadUnpaged(x *pipeline.Exchange) (*Page, *pipeline.Fault) {
	if f := readQuery(x).readWindow(); f != nil {
		return nil, f
	}
	p := readQuery(x)
	p.order = []order{{"created_at", "asc"}}
	return p, nil
}

// ReadFilters reads the query of a list that is neither paged nor sorted: all its keys are filters.
func ReadFilters(x *pipeline.Exchange) *Page { return readQuery(x) }

// readQuery takes all keys of the query for filters.
func readQuery(x *pipeline.Exchange) *Page {
	p := &Page{limit: mostItems(x), Filters: x.Request.URL.Query()}
	if len(p.Filters) > 0 {
		x.DoNotKeep()
	}
	return p
}

// SkipTwice leaves the offset's records out twice: services do that which cut the page out of what their database has cut out before.
func (p *Page) SkipTwice() {
	p.limit = max(p.limit-p.offset, 0)
	p.offset *= 2
}

// readWindow reads limit, marker and offset.
func (p *Page) readWindow() *pipeline.Fault {
	if text, given := p.takeParameter("limit"); given {
		n, whole := wholeNumber(text)
		switch {
		case !whole:
			return pipeline.BadRequest("limit param must be an integer")
		case n < 0:
			return pipeline.BadRequest("limit param must be positive")
		}
		p.limit = min(n, p.limit)
	}
	p.marker, p.marked = p.takeParameter("marker")
	if text, given := p.takeParameter("offset"); given {
		n, whole := wholeNumber(text)
		switch {
		case !whole:
			return pipeline.BadRequest("offset must be an integer")
		case n < 0:
			return pipeline.BadRequest("offset must be >= 0")
		case n > record.Largest:
			return pipeline.BadRequest("offset must be <= %d", record.Largest)
		}
		p.offset = n
	}
	return nil
}

// wholeNumber reads a whole number; one that is too large is the largest there is.
func wholeNumber(text string) (n int, whole bool) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	return n, err == nil || errors.Is(err, strconv.ErrRange)
}

func (p *Page) takeParameter(key string) (string, bool) {
	values, given := p.Filters[key]
	if !given {
		return "", false
	}
	if len(values) > 1 { // the others stay filters, by a field that no record has
		p.Filters[key] = values[1:]
	} else {
		delete(p.Filters, key)
	}
	return values[0], true
}

func (p *Page) readSort() *pipeline.Fault {
	sort, both := p.takeParameter("sort")
	key, keyed := p.takeParameter("sort_key")
	dir, directed := p.takeParameter("sort_dir")
	if both && (keyed || directed) {
		return pipeline.BadRequest("The 'sort_key' and 'sort_dir' parameters are deprecated and cannot be used with the 'sort' parameter.")
	}
	if !both {
		p.order = []order{{defaultOrder, "desc"}}
		if keyed {
			p.order[0].key = strings.TrimSpace(key)
		}
		if directed {
			p.order[0].dir = strings.TrimSpace(dir)
		}
		return nil
	}
	for part := range strings.SplitSeq(strings.TrimSpace(sort), ",") {
		key, dir, _ := strings.Cut(part, ":")
		p.order = append(p.order, order{strings.TrimSpace(key), strings.TrimSpace(cmp.Or(dir, "desc"))})
	}
	return nil
}

// ReadCount reads with_count if the microversion has it.
func (p *Page) ReadCount(x *pipeline.Exchange) (f *pipeline.Fault) {
	if x.Version.AtLeast(countedLists) && p.Filters.Has("with_count") {
		p.count, f = record.Flag(x, "with_count")
		delete(p.Filters, "with_count")
	}
	return f
}

// SortedBy refuses an order by other keys than these, in the words of lists that no database makes.
func (p *Page) SortedBy(keys ...string) *pipeline.Fault {
	var wrong, directions []string
	for _, o := range p.order {
		if o.key != defaultOrder && !slices.Contains(keys, o.key) {
			wrong = append(wrong, o.key)
		}
		if o.dir != "asc" && o.dir != "desc" {
			directions = append(directions, o.dir)
		}
	}
	switch {
	case len(wrong) > 0:
		return pipeline.BadRequest("Invalid sort keys passed: %s", strings.Join(wrong, ", "))
	case len(directions) > 0:
		return pipeline.BadRequest("Invalid sort dirs passed: %s", strings.Join(directions, ", "))
	}
	return nil
}

// defaultOrder is the key that lists are sorted by where the query names none.
const defaultOrder = "created_at"

// SortsBy tells whether the list is sorted by a key.
func (p *Page) SortsBy(key string) bool {
	return slices.ContainsFunc(p.order, func(o order) bool { return o.key == key })
}

// ConsumesQuota gives the filter consumes_quota the name of its field, and asks for a boolean.
func (p *Page) ConsumesQuota() *pipeline.Fault {
	if values, given := p.Filters["consumes_quota"]; given {
		delete(p.Filters, "consumes_quota")
		p.Filters["use_quota"] = values
	}
	word, given := p.Filters["use_quota"]
	if !given {
		return nil
	}
	if _, known := body.Boolean(word[0]); !known {
		return pipeline.BadRequest("Value '%s' for 'use_quota' is not a boolean.", word[0])
	}
	return nil
}

// Reject refuses filters that are not configured if strict, else it drops them. Administrators may use any filter.
func (p *Page) Reject(x *pipeline.Exchange, strict bool, configured ...string) *pipeline.Fault {
	if x.Caller.Admin() {
		return nil
	}
	return p.RejectOfAll(x, strict, configured...)
}

// RejectOfAll is Reject where administrators may use no other filters than everybody else.
func (p *Page) RejectOfAll(x *pipeline.Exchange, strict bool, configured ...string) *pipeline.Fault {
	var unknown []string
	for key := range p.Filters {
		if !slices.Contains(configured, key) {
			unknown = append(unknown, key)
		}
	}
	if strict {
		unknown = slices.DeleteFunc(unknown, func(key string) bool { return key == "all_tenants" })
		if len(unknown) > 0 {
			asked := strings.Split(x.Request.URL.RawQuery, "&") // in whose order they are named
			slices.SortFunc(unknown, func(a, b string) int { return cmp.Compare(position(asked, a), position(asked, b)) })
			return pipeline.BadRequest("Invalid filters %s are found in query options.", strings.Join(unknown, ","))
		}
		unknown = []string{"all_tenants"}
	}
	for _, key := range unknown {
		delete(p.Filters, key)
	}
	return nil
}

// position is where a key comes first among the parts of a query.
func position(parts []string, key string) int {
	return slices.IndexFunc(parts, func(part string) bool {
		name, _, _ := strings.Cut(part, "=")
		return plain(name) == key
	})
}

// EveryProject is AllProjects where the query's word counts as soon as it is there, whatever it says. For everybody but administrators
// it stays a filter, by a field that no record has.
func (p *Page) EveryProject(x *pipeline.Exchange) bool {
	if !x.Caller.Admin() || !p.Filters.Has("all_tenants") {
		return false
	}
	delete(p.Filters, "all_tenants")
	return true
}

// AskedProjects is AllProjects where the query's word has to be a boolean, and where one that says no stays a filter, by a field that
// no record has.
func (p *Page) AskedProjects(x *pipeline.Exchange) (bool, *pipeline.Fault) {
	values, given := p.Filters["all_tenants"]
	if !x.Caller.Admin() || !given {
		delete(p.Filters, "all_tenants")
		return false, nil
	}
	all, known := body.Boolean(values[0])
	if !known {
		return false, pipeline.BadRequest("Value '%s' for 'all_tenants' is not a boolean.", values[0])
	}
	if all {
		delete(p.Filters, "all_tenants")
	}
	return all, nil
}

// AllProjects tells whether the list is of all projects, which only administrators can request.
func (p *Page) AllProjects(x *pipeline.Exchange) bool {
	word := p.Filters.Get("all_tenants")
	delete(p.Filters, "all_tenants")
	return x.Caller.Admin() && record.IsTrue(word)
}
