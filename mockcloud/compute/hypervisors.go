package compute

import (
	"regexp"
	"strconv"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// alwaysServers is the microversion from which a hypervisor whose servers are asked for shows an empty list.
var alwaysServers = openapi.MustVersion("2.75")

// finding is what the steps of the operations on hypervisors pass on.
type finding struct {
	// hosts are those the answer shows; more is the marker of the next page, "" for none.
	hosts []*state.Host
	more  string
	// servers tells that each shows its servers.
	servers bool
}

func hypervisorOperations() map[string]pipeline.Operation {
	one := []pipeline.Step{{Name: "hypervisor exists", Requirements: []string{"HYP-10"}, Refuses: 404, Run: oneHypervisor}}
	matching := []pipeline.Step{{Name: "a name matches", Requirements: []string{"HYP-10"}, Refuses: 404, Run: hypervisorsNamed}}
	return map[string]pipeline.Operation{
		"hypervisors.list":       {Steps: append(assignedSteps(), pageSteps()...), Answer: answerHypervisors("/os-hypervisors", false)},
		"hypervisors.detail":     {Steps: pageSteps(), Answer: answerHypervisors("/os-hypervisors/detail", true)},
		"hypervisors.show":       {Steps: one, Answer: showHypervisor},
		"hypervisors.uptime":     {Steps: append(one, pipeline.Step{Name: "its service answers", Run: hypervisorUp}), Answer: showUptime},
		"hypervisors.search":     {Steps: matching, Answer: answerHypervisors("", false)},
		"hypervisors.servers":    {Steps: append([]pipeline.Step{{Name: "want servers", Run: wantServers}}, matching...), Answer: answerHypervisors("", false)},
		"hypervisors.statistics": {Answer: statistics},
	}
}

// pageSteps find the hypervisors that a list is of.
func pageSteps() []pipeline.Step {
	return []pipeline.Step{
		{Name: "pattern goes without pages", Requirements: []string{"HYP-10"}, Refuses: 400, Run: patternAlone},
		{Name: "pattern matches", Requirements: []string{"HYP-10"}, Refuses: 404, Run: hypervisorsMatching},
		{Name: "page", Requirements: []string{"HYP-01", "HYP-10"}, Refuses: 400, Run: hypervisorPage},
		{Name: "servers asked for", Requirements: []string{"HYP-01"}, Run: serversAsked},
	}
}

func patternAlone(x *pipeline.Exchange) *pipeline.Fault {
	if x.Query.Has(pattern) && (x.Query.Has("limit") || x.Query.Has("marker")) {
		return pipeline.BadRequest("The server could not comply with the request since it is either malformed or otherwise incorrect.")
	}
	return nil
}

// pattern is the query key for a part of hypervisors' names.
const pattern = "hypervisor_hostname_pattern"

func hypervisorsMatching(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[finding](x)
	if w.hosts == nil {
		w.hosts = hostsInOrder(x)
	}
	if !x.Query.Has(pattern) {
		return nil
	}
	return w.match(x.Query.Get(pattern))
}

func hypervisorsNamed(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[finding](x)
	w.hosts = hostsInOrder(x)
	return w.match(x.Params.Get("hypervisor_id"))
}

// match keeps those with a part of the name, as the database looks for it: in any case, and "_" is any character.
func (w *finding) match(part string) *pipeline.Fault {
	source := strings.ReplaceAll(regexp.QuoteMeta(part), "_", ".")
	like := regexp.MustCompile("(?is)" + strings.ReplaceAll(source, "%", ".*"))
	var out []*state.Host
	for _, h := range w.hosts {
		if like.MatchString(h.Node) {
			out = append(out, h)
		}
	}
	if w.hosts = out; len(out) == 0 {
		return pipeline.NotFound("No hypervisor matching '%s' could be found.", part)
	}
	return nil
}

// hypervisorPage cuts the page out. A marker may be a number at any microversion.
func hypervisorPage(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[finding](x)
	id := hypervisorID(x)
	marker := x.Query.Get("marker")
	page, more, fault := pageOf(x, w.hosts, func(h *state.Host) string {
		if strconv.FormatInt(h.Serial, 10) == marker {
			return marker
		}
		return id(h)
	}, "marker [%s] not found")
	w.hosts, w.more = page, more
	return fault
}

// hypervisorID is the id that hypervisors have at the request's microversion.
func hypervisorID(x *pipeline.Exchange) func(*state.Host) string {
	if x.Version.Less(uuids) {
		return func(h *state.Host) string { return strconv.FormatInt(h.Serial, 10) }
	}
	return func(h *state.Host) string { return h.HypervisorID }
}

func serversAsked(x *pipeline.Exchange) *pipeline.Fault {
	pipeline.Work[finding](x).servers = truth(x.Query.Get("with_servers"))
	return nil
}

func wantServers(x *pipeline.Exchange) *pipeline.Fault {
	pipeline.Work[finding](x).servers = true
	return nil
}

// oneHypervisor finds the hypervisor that the path names: by number, or by uuid from 2.53.
func oneHypervisor(x *pipeline.Exchange) *pipeline.Fault {
	id, known := x.Params.Get("hypervisor_id"), hypervisorID(x)
	if !x.Version.Less(uuids) {
		if f := wantUUID(id); f != nil {
			return f
		}
	}
	for _, h := range hostsInOrder(x) {
		if strings.EqualFold(known(h), id) {
			w := pipeline.Work[finding](x)
			w.hosts, w.servers = []*state.Host{h}, truth(x.Query.Get("with_servers"))
			return nil
		}
	}
	return pipeline.NotFound("Hypervisor with ID '%s' could not be found.", id)
}

func answerHypervisors(path string, detailed bool) pipeline.Behaviour {
	return func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		w := pipeline.Work[finding](x)
		out := make([]any, 0, len(w.hosts))
		for _, h := range w.hosts {
			out = append(out, hypervisorView(x, h, detailed))
		}
		v := map[string]any{"hypervisors": out}
		if w.more != "" && path != "" && !x.Query.Has(pattern) {
			v["hypervisors_links"] = next(x, path, w.more)
		}
		return pipeline.Body(200, hideHypervisors(x, v)), nil
	}
}

func showHypervisor(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "hypervisor", hypervisorView(x, pipeline.Work[finding](x).hosts[0], true)), nil
}
