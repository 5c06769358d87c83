package blockstorage

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// The first microversions of some filters.
var (
	filterByBoolean = openapi.MustVersion("3.2")
	filterByImage   = openapi.MustVersion("3.4")
	filterByGroup   = openapi.MustVersion("3.10")
)

// volumeFilters are those that everybody may use, as the service is configured by default.
var volumeFilters = []string{
	"name", "status", "metadata", "bootable", "migration_status", "availability_zone", "group_id", "size", "created_at", "updated_at", "consumes_quota",
}

func listVolumes(x *pipeline.Exchange, view func(*pipeline.Exchange, *state.Volume) map[string]any) (*pipeline.Response, *pipeline.Fault) {
	p, f := readPage(x)
	if f == nil {
		f = p.readCount(x)
	}
	if f == nil {
		f = p.volumeFilters(x)
	}
	if f != nil {
		return nil, f
	}
	all := x.Caller.Admin() && truth(p.filters.Get("all_tenants"))
	delete(p.filters, "all_tenants")
	var rows []row
	for v := range volumesSeen(x, all) {
		if r := volumeRow(x, v, view); p.passes(r.fields) {
			rows = append(rows, r)
		}
	}
	total := len(rows)
	cut, f := p.cut(rows, func(marker string) *pipeline.Fault {
		if volumeFor(x, marker) == nil {
			return noVolume(marker)
		}
		return nil
	}, volumeSortKeys)
	if f != nil {
		return nil, f
	}
	return p.answer(x, "volumes", "volumes_links", total, cut)
}

var volumeSortKeys = []string{
	"updated_at", "name", "size", "status", "bootable", "availability_zone", "description", "display_name", "user_id", "project_id", "host",
	"volume_type_id", "multiattach", "attach_status", "snapshot_id", "source_volid", "migration_status", "group_id",
}

func volumesSeen(x *pipeline.Exchange, all bool) func(func(*state.Volume) bool) {
	if all {
		return state.Volumes.All(x.Txn)
	}
	return state.Volumes.Each(x.Txn, "project", x.Caller.ProjectID)
}

func volumeRow(x *pipeline.Exchange, v *state.Volume, view func(*pipeline.Exchange, *state.Volume) map[string]any) row {
	return row{
		id: v.ID, serial: v.Serial,
		fields: map[string]any{
			"id": v.ID, "name": v.Name, "display_name": v.Name, "description": v.Description, "status": string(v.Status), "size": v.Size,
			"availability_zone": v.Zone, "bootable": v.Bootable, "multiattach": v.Multiattach, "user_id": v.UserID, "project_id": v.ProjectID,
			"host": v.Host, "volume_type_id": v.TypeID, "snapshot_id": text(v.SnapshotID), "source_volid": text(v.SourceVolumeID),
			"attach_status": string(v.AttachStatus), "migration_status": nil, "group_id": nil, "consistencygroup_id": nil,
			"created_at": v.Created, "updated_at": v.Updated, "metadata": v.Metadata, "glance_metadata": v.ImageMetadata, "use_quota": true,
		},
		item: pipeline.Item{Record: v, Render: func() any { return view(x, v) }},
	}
}

// volumeFilters brings the filters into the form that passes reads.
func (p *page) volumeFilters(x *pipeline.Exchange) *pipeline.Fault {
	strict := x.Version.AtLeast(strictFilters)
	if !strict {
		for key, since := range map[string]openapi.Version{
			"glance_metadata": filterByImage, "group_id": filterByGroup, "created_at": strictFilters, "updated_at": strictFilters,
		} {
			if !x.Version.AtLeast(since) {
				delete(p.filters, key)
			}
		}
	}
	if f := p.reject(x, strict, volumeFilters...); f != nil {
		return f
	}
	for key, values := range p.filters {
		if strings.HasSuffix(key, "~") && !strict {
			delete(p.filters, key)
		}
		if key == "consumes_quota" && strict {
			delete(p.filters, key)
			p.filters["use_quota"] = values
		}
	}
	if value, given := p.filters["use_quota"]; given {
		if _, known := boolean(value[0]); !known {
			return pipeline.BadRequest("Value '%s' for 'use_quota' is not a boolean.", value[0])
		}
	}
	for _, key := range []string{"created_at", "updated_at"} {
		for _, condition := range timeConditions(p.filters[key]) {
			if f := condition.check(); f != nil {
				return f
			}
		}
	}
	return p.booleans(x.Version.AtLeast(filterByBoolean), "bootable", "multiattach")
}

// booleans reads what is compared with booleans: strictly, or as Python takes texts for true.
func (p *page) booleans(strict bool, keys ...string) *pipeline.Fault {
	for _, key := range keys {
		values, given := p.filters[key]
		if !given {
			continue
		}
		on, known := boolean(values[0])
		if strict && !known {
			return invalidInput("'%s = %s'", key, values[0])
		}
		if !strict {
			on = values[0] != "" && !slices.Contains([]string{"False", "false", "FALSE"}, values[0])
		}
		p.filters[key] = []string{strconv.FormatBool(on)}
	}
	return nil
}

// condition is one comparison with a time: "gt:2026-01-01".
type condition struct{ operator, time string }

func timeConditions(values []string) (out []condition) {
	for _, v := range values {
		for part := range strings.SplitSeq(v, ",") {
			operator, t, _ := strings.Cut(part, ":")
			out = append(out, condition{operator, t})
		}
	}
	return out
}

func (c condition) check() *pipeline.Fault {
	if !slices.Contains([]string{"gt", "gte", "eq", "neq", "lt", "lte"}, c.operator) {
		return pipeline.BadRequest("Invalid %s operator", c.operator)
	}
	if _, ok := c.parse(); !ok {
		return pipeline.BadRequest("Invalid %s value", c.time)
	}
	return nil
}

func (c condition) parse() (time.Time, bool) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02", "2006-01", "2006"} {
		if t, err := time.Parse(layout, c.time); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

func (c condition) holds(t time.Time) bool {
	than, _ := c.parse()
	switch order := t.Compare(than); c.operator {
	case "gt":
		return order > 0
	case "gte":
		return order >= 0
	case "lt":
		return order < 0
	case "lte":
		return order <= 0
	case "eq":
		return order == 0
	default:
		return order != 0
	}
}

// passes tells whether a record's fields match all filters. One for a field that is not there lets nothing through.
func (p *page) passes(fields map[string]any) bool {
	for key, values := range p.filters {
		name, part := strings.CutSuffix(key, "~")
		field, known := fields[name]
		if !known || !passes(field, values[0], part) {
			return false
		}
	}
	return true
}

func passes(field any, wanted string, part bool) bool {
	switch f := field.(type) {
	case map[string]string:
		return hasAll(f, wanted)
	case time.Time:
		for _, c := range timeConditions([]string{wanted}) {
			if !c.holds(f) {
				return false
			}
		}
		return true
	case *time.Time:
		return f != nil && passes(*f, wanted, part)
	case bool:
		on, _ := boolean(wanted)
		return on == f
	}
	value := openapi.Str(plainValue(field))
	if part {
		return strings.Contains(strings.ToLower(value), strings.ToLower(wanted))
	}
	return value == wanted
}

// hasAll tells whether metadata has what a filter, an object in Python's or JSON's spelling, lists.
func hasAll(metadata map[string]string, wanted string) bool {
	var want map[string]any
	if json.Unmarshal([]byte(strings.ReplaceAll(wanted, "'", `"`)), &want) != nil {
		return false
	}
	for key, value := range want {
		if got, there := metadata[key]; !there || got != openapi.Str(value) {
			return false
		}
	}
	return true
}

func plainValue(v any) any {
	switch v := v.(type) {
	case *string:
		if v == nil {
			return nil
		}
		return *v
	case int:
		return float64(v)
	case *time.Time:
		return stamp(v)
	}
	return v
}
