package network

import (
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/network/attributes"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/python"
)

// plain holds what Neutron's plain resources have in common: lists can be filtered by any field, and requests can select fields.
var plain = &collection.Service{Missing: notFoundFault, Ask: readListQuery, ListFields: linksBeside, Shape: wantedFields, Judge: judge}

// pagingKeys are the query keys that are not filters.
var pagingKeys = []string{"fields", "limit", "marker", "page_reverse", "sort_key", "sort_dir", "all_rules", "all_supported"}

// readListQuery reads the query of a list; the document declares the allowed filters.
func readListQuery(x *pipeline.Exchange, _ []string) (*collection.Page, *pipeline.Fault) {
	query, page := x.Request.URL.Query(), collection.UnfilteredPage()
	if f := unknownFilters(x); f != nil {
		return nil, f
	}
	for _, key := range slices.Sorted(maps.Keys(query)) {
		values := query[key]
		switch {
		case tagging[key] != nil:
			page.Filters = append(page.Filters, collection.Filter{Field: "tags", Passes: func(tags any) bool {
				return tagging[key](tags.([]string), strings.Split(values[0], ","))
			}})
		case !slices.Contains(pagingKeys, key):
			if f := filterable(x, key, values); f != nil {
				return nil, f
			}
			if unheeded[noun(x)+"."+key] {
				continue
			}
			page.Filters = append(page.Filters, filterBy(x, key, values))
		}
	}
	if f := sortedByShared(x, query["sort_key"]); f != nil {
		return nil, f
	}
	directions := query["sort_dir"]
	if len(directions) != len(query["sort_key"]) && !freelySorted(x) {
		return nil, faults.BadRequest("The number of sort_keys and sort_dirs must be same")
	}
	for i, key := range query["sort_key"] {
		page.Order = append(page.Order, collection.Order{Field: key, Descending: i < len(directions) && directions[i] == "desc"})
	}
	page.Reverse = strings.EqualFold(query.Get("page_reverse"), "true")
	limits := query["limit"]
	if len(limits) == 0 || freelySorted(x) || noun(x) == "rbac_policy" { // whose list has no pages
		return page, nil
	}
	if limit, err := strconv.Atoi(limits[len(limits)-1]); err == nil && limit > 0 {
		page.Limit, page.Marker = limit, query.Get("marker")
		page.Marked = page.Marker != ""
		page.NoMarker = func(id string) *pipeline.Fault {
			if slices.Contains([]string{"trunk", "flavor", "service_profile"}, noun(x)) {
				page.Offset = math.MaxInt
			}
			return noMarker(x, id)
		}
	}
	return page, nil
}

// dropEmptySorts takes keys and directions without a value from a query, as if they were not there.
func dropEmptySorts(x *pipeline.Exchange) {
	empty := func(pair string) bool { return strings.HasPrefix(pair, "sort_") && strings.HasSuffix(pair, "=") }
	pairs := strings.Split(x.Request.URL.RawQuery, "&")
	if !slices.ContainsFunc(pairs, empty) {
		return
	}
	x.Request = x.Request.Clone(x.Request.Context())
	x.Request.URL.RawQuery = strings.Join(slices.DeleteFunc(pairs, empty), "&")
}

// filterBy lets records through whose field has one of the values. A subnet is shared like its network.
func filterBy(x *pipeline.Exchange, key string, values []string) collection.Filter {
	if key == "shared" && noun(x) == "subnet" {
		return collection.Filter{Field: "network_id", Passes: func(network any) bool {
			n := state.Networks.Get(x.Txn, fmt.Sprint(network))
			return n != nil && matchesFilter(n.Shared || isSharedWith(x, "network", n.ID), values)
		}}
	}
	return collection.Filter{Field: key, Passes: func(value any) bool { return matchesFilter(value, values) }}
}

// unheeded are filters that are taken, and change nothing: by noun and key.
var unheeded = map[string]bool{"network.is_default": true, "security_group_rule.normalized_cidr": true}

// setsOf are the attributes of resources whose lists can be filtered by booleans and integers, by noun. The resources refer to lists;
// therefore they are set in init.
var setsOf map[string]*attributes.Set

func init() {
	setsOf = map[string]*attributes.Set{
		"network": networks.known, "subnet": subnets.known, "port": ports.known, "router": routers.known, "subnetpool": subnetPools.known,
		"address_scope": addressScopes.known, "trunk": trunks.known, "policy": qosPolicies.known,
		"flavor": flavors.known, "service_profile": serviceProfiles.known,
	}
}

// filterable refuses values that do not convert to what the attribute is.
func filterable(x *pipeline.Exchange, key string, values []string) *pipeline.Fault {
	for _, value := range values {
		if f := setsOf[noun(x)].Filter(noun(x), key, value); f != nil {
			return f
		}
	}
	return nil
}

// unknownFilters refuses what a list cannot be filtered by.
func unknownFilters(x *pipeline.Exchange) *pipeline.Fault {
	var unknown []string
	for key := range x.Request.URL.Query() {
		if !x.Operation.QueryKnown(key) {
			unknown = append(unknown, "'"+key+"'")
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown)
	return faults.BadRequest("[%s] is invalid attribute for filtering", strings.Join(unknown, ", "))
}

// sortedByShared refuses an order that the attributes allow and the database does not know.
func sortedByShared(x *pipeline.Exchange, keys []string) *pipeline.Fault {
	if what := noun(x); (what == "subnetpool" || what == "address_scope") && slices.Contains(keys, "shared") {
		return faults.New(400, "BadRequest", "Bad %ss request: 'shared' is an invalid attribute for sort key.", what)
	}
	return nil
}

// noMarker is the fault for a marker that is not there; most lists begin anew then, and a few are empty.
func noMarker(x *pipeline.Exchange, id string) *pipeline.Fault {
	if x.Operation.HasStatus(404) {
		return notFoundFault(noun(x), id)
	}
	return nil
}

// freelySorted tells whether a list takes any key to sort by, and has no pages: those that are no records in Neutron's database.
func freelySorted(x *pipeline.Exchange) bool {
	return x.Operation.CheckQuery(url.Values{"sort_dir": {"any"}}) == nil
}

// queryFault is the fault for what the query of a list must not say.
func queryFault(query url.Values, v *openapi.Violation) *pipeline.Fault {
	wrong := func(key string, fits func(string) bool) string {
		return python.Repr(anyValues(slices.DeleteFunc(slices.Clone(query[key]), fits)))
	}
	switch key := python.Str(v.Path[0]); key {
	case "limit":
		return faults.New(400, "BadRequest", "Bad limit request: Limit must be an integer 0 or greater and not '%s'.", python.Str(v.Value))
	case "sort_dir":
		return faults.BadRequest("%s is invalid value for sort_dirs, valid value is 'asc' and 'desc'", wrong(key, func(dir string) bool {
			return dir == "asc" || dir == "desc"
		}))
	default:
		if len(query["sort_key"]) != len(query["sort_dir"]) {
			return faults.BadRequest("The number of sort_keys and sort_dirs must be same")
		}
		return faults.BadRequest("['%s'] is invalid attribute for sort_keys", python.Str(v.Value))
	}
}

// tagging holds the filters by tags, by query key.
var tagging = map[string]func(has, asked []string) bool{
	"tags": hasAll, "tags-any": hasAny, "not-tags": func(has, asked []string) bool { return !hasAll(has, asked) },
	"not-tags-any": func(has, asked []string) bool { return !hasAny(has, asked) },
}

func hasAll(has, asked []string) bool {
	return !slices.ContainsFunc(asked, func(tag string) bool { return !slices.Contains(has, tag) })
}

func hasAny(has, asked []string) bool {
	return slices.ContainsFunc(asked, func(tag string) bool { return slices.Contains(has, tag) })
}

// matchesFilter tells whether a field has one of the values; for a list of texts, whether it contains all of the values.
func matchesFilter(field any, values []string) bool {
	switch f := field.(type) {
	case bool:
		return slices.ContainsFunc(values, func(v string) bool {
			is, known := attributes.Truth(v)
			return known && is == f
		})
	case []string:
		return hasAll(f, strings.Split(values[0], ","))
	case []state.FixedIP:
		return slices.ContainsFunc(values, func(v string) bool {
			key, wanted, _ := strings.Cut(v, "=")
			return slices.ContainsFunc(f, func(ip state.FixedIP) bool {
				switch key {
				case "ip_address":
					return ip.Address == wanted
				case "ip_address_substr":
					return strings.Contains(ip.Address, wanted)
				}
				return ip.SubnetID == wanted
			})
		})
	case nil:
		return false
	}
	return slices.Contains(values, fmt.Sprint(field))
}

// wantedFields reduces a record to the fields that the request selects; nil if it selects none. A field without a name is none for the
// older of the service's two frameworks.
func wantedFields(x *pipeline.Exchange) func(any) any {
	fields := x.Request.URL.Query()["fields"]
	if attributes.Older(noun(x)) {
		fields = slices.DeleteFunc(fields, func(name string) bool { return name == "" })
	}
	if len(fields) == 0 {
		return nil
	}
	slices.Sort(fields)
	fields = slices.Compact(fields)
	return func(view any) any {
		out := &openapi.Fields{}
		for _, name := range fields {
			if value, there := openapi.Get(view, name); there {
				*out = append(*out, openapi.Field{Name: name, Value: value})
			}
		}
		return out
	}
}

// linksBeside are the links to the next and previous page, if the request has a limit.
func linksBeside(x *pipeline.Exchange, cut *collection.Cut) any {
	if cut.Page.Limit < 0 {
		return nil
	}
	var kept []string
	for _, pair := range strings.Split(x.Request.URL.RawQuery, "&") {
		if key, _, _ := strings.Cut(pair, "="); key != "marker" && key != "page_reverse" {
			kept = append(kept, pair)
		}
	}
	links := []pipeline.Link{}
	add := func(rel, marker string, back bool) {
		query := slices.Clone(kept)
		if marker != "" {
			query = append(query, "marker="+marker)
		}
		if back {
			query = append(query, "page_reverse=True")
		}
		links = append(links, pipeline.Link{Rel: rel, Href: x.Base + x.Path + x.Ending + "?" + strings.Join(query, "&")})
	}
	full := cut.Shown == cut.Page.Limit
	if full || cut.Page.Reverse {
		add("next", cut.Last, false)
	}
	if full || !cut.Page.Reverse {
		add("previous", cut.First, true)
	}
	return &openapi.Fields{{Name: cut.Key + "_links", Value: links}}
}
