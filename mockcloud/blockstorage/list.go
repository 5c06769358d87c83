package blockstorage

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// Microversions from which lists are asked otherwise.
var (
	countedLists  = openapi.MustVersion("3.45")
	strictFilters = openapi.MustVersion("3.31")
)

// mostItems is how many items a list has at most.
const mostItems = 1000

// page is what a query says about the list as a whole. The keys it is read from are gone from the filters.
type page struct {
	limit, offset int
	marker        string
	marked        bool
	keys, dirs    []string
	count         bool
	filters       url.Values
}

// readPage reads limit, marker, offset and the sort keys, in the order in which the service does.
func readPage(x *pipeline.Exchange) (*page, *pipeline.Fault) {
	p := &page{limit: mostItems, filters: x.Request.URL.Query()}
	if len(p.filters) > 0 {
		x.DoNotKeep()
	}
	if text, given := p.take("limit"); given {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		switch {
		case err != nil:
			return nil, pipeline.BadRequest("limit param must be an integer")
		case n < 0:
			return nil, pipeline.BadRequest("limit param must be positive")
		}
		p.limit = min(n, mostItems)
	}
	p.marker, p.marked = p.take("marker")
	if text, given := p.take("offset"); given {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		switch {
		case err != nil:
			return nil, pipeline.BadRequest("offset must be an integer")
		case n < 0:
			return nil, pipeline.BadRequest("offset must be >= 0")
		case n > most:
			return nil, pipeline.BadRequest("offset must be <= %d", most)
		}
		p.offset = n
	}
	return p, p.readSort()
}

func (p *page) take(key string) (string, bool) {
	values, given := p.filters[key]
	delete(p.filters, key)
	if !given {
		return "", false
	}
	return values[0], true
}

func (p *page) readSort() *pipeline.Fault {
	sort, both := p.take("sort")
	key, keyed := p.take("sort_key")
	dir, directed := p.take("sort_dir")
	if both && (keyed || directed) {
		return pipeline.BadRequest("The 'sort_key' and 'sort_dir' parameters are deprecated and cannot be used with the 'sort' parameter.")
	}
	if !both {
		sort = cmp.Or(strings.TrimSpace(key), "created_at") + ":" + cmp.Or(strings.TrimSpace(dir), "desc")
	}
	for part := range strings.SplitSeq(strings.TrimSpace(sort), ",") {
		key, dir, _ := strings.Cut(part, ":")
		p.keys = append(p.keys, strings.TrimSpace(key))
		p.dirs = append(p.dirs, cmp.Or(strings.TrimSpace(dir), "desc"))
	}
	return nil
}

// readCount reads with_count where the microversion has it.
func (p *page) readCount(x *pipeline.Exchange) (f *pipeline.Fault) {
	if x.Version.AtLeast(countedLists) && p.filters.Has("with_count") {
		p.count, f = flag(x, "with_count", "with_count")
		delete(p.filters, "with_count")
	}
	return f
}

// reject refuses filters that are not configured, or drops them in old microversions. Administrators may use any.
func (p *page) reject(x *pipeline.Exchange, strict bool, configured ...string) *pipeline.Fault {
	if x.Caller.Admin() {
		return nil
	}
	var unknown []string
	for key := range p.filters {
		if !slices.Contains(configured, key) {
			unknown = append(unknown, key)
		}
	}
	if strict {
		unknown = slices.DeleteFunc(unknown, func(key string) bool { return key == "all_tenants" })
		if len(unknown) > 0 {
			slices.Sort(unknown)
			return pipeline.BadRequest("Invalid filters %s are found in query options.", strings.Join(unknown, ","))
		}
		unknown = []string{"all_tenants"}
	}
	for _, key := range unknown {
		delete(p.filters, key)
	}
	return nil
}

// row is a record in a list: what it can be sorted and filtered by, and how it is shown.
type row struct {
	id     string
	serial int64
	fields map[string]any
	item   pipeline.Item
}

// cut sorts the rows, and cuts the page out of them. A marker that is no row is looked for by missing.
func (p *page) cut(rows []row, missing func(marker string) *pipeline.Fault, sortable []string) ([]row, *pipeline.Fault) {
	for _, dir := range p.dirs {
		if dir != "asc" && dir != "desc" {
			return nil, invalidInput("Unknown sort direction, must be 'desc' or 'asc'.")
		}
	}
	at := -1
	if p.marked {
		if at = slices.IndexFunc(rows, func(r row) bool { return r.id == p.marker }); at < 0 {
			if f := missing(p.marker); f != nil {
				return nil, f
			}
		}
	}
	for _, key := range p.keys {
		if key != "created_at" && key != "id" && !slices.Contains(sortable, key) {
			return nil, invalidInput("Invalid sort key")
		}
	}
	slices.SortStableFunc(rows, p.compare)
	if at >= 0 {
		at = slices.IndexFunc(rows, func(r row) bool { return r.id == p.marker })
	}
	rows = rows[at+1:]
	rows = rows[min(p.offset, len(rows)):]
	return rows[:min(p.limit, len(rows))], nil
}

func (p *page) compare(a, b row) int {
	for i, key := range p.keys {
		var c int
		switch key {
		case "created_at":
			c = cmp.Compare(a.serial, b.serial)
		case "id":
			c = cmp.Compare(a.id, b.id)
		default:
			c = compareValues(a.fields[key], b.fields[key])
		}
		if c != 0 {
			if p.dirs[i] == "desc" {
				return -c
			}
			return c
		}
	}
	if p.dirs[0] == "desc" {
		return cmp.Compare(b.serial, a.serial)
	}
	return cmp.Compare(a.serial, b.serial)
}

func compareValues(a, b any) int {
	x, whole := a.(int)
	y, too := b.(int)
	if whole && too {
		return cmp.Compare(x, y)
	}
	return cmp.Compare(openapi.Str(plainValue(a)), openapi.Str(plainValue(b)))
}

// answer is the list {"volumes": [...]}, with the link to the next page when this one is full, and the count.
func (p *page) answer(x *pipeline.Exchange, plural, linksKey string, total int, rows []row) (*pipeline.Response, *pipeline.Fault) {
	beside := map[string]any{}
	if p.count {
		beside["count"] = total
	}
	if len(rows) > 0 && linksKey != "" && p.limit <= len(rows) {
		query := x.Request.URL.Query()
		query.Set("marker", rows[len(rows)-1].id)
		project := ""
		if x.PathProject != "" {
			project = "/" + x.PathProject
		}
		beside[linksKey] = []any{map[string]any{"rel": "next", "href": x.Base + project + x.Route.Path + "?" + query.Encode()}}
	}
	items := make([]pipeline.Item, len(rows))
	for i, r := range rows {
		items[i] = r.item
	}
	return &pipeline.Response{Status: 200, Value: beside, List: &pipeline.List{Key: plural, Items: items}}, nil
}
