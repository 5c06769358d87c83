package hosts

import (
	"regexp"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/compute/schedule"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// alwaysServers is the microversion from which a hypervisor without servers shows an empty list, if servers were requested.
var alwaysServers = openapi.MustVersion("2.75")

// finding holds the values that the steps of the operations on hypervisors share.
type finding struct {
	// hosts are the hypervisors' hosts in the answer; more is the marker of the next page, "" for none.
	hosts []*state.Host
	more  string
	// servers tells whether each hypervisor shows its servers.
	servers bool
}

// HypervisorOperations holds the operations on hypervisors.
func HypervisorOperations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: hypervisorOperations()}
}

func hypervisorOperations() map[string]pipeline.Operation {
	type step = pipeline.StepOf[finding]
	type operation = pipeline.OperationOf[finding]
	one := []step{{Name: "hypervisor exists", Requirements: []string{"HYP-10"}, Refuses: 404, Run: oneHypervisor}}
	matching := []step{{Name: "a name matches", Requirements: []string{"HYP-10"}, Refuses: 404, Run: hypervisorsNamed}}
	withServers := append([]step{{Name: "want servers", Run: wantServers}}, matching...)
	answering := append(one, step{Name: "its service answers", Run: hypervisorUp})
	mayList := pipeline.Ignoring[finding](mayListHypervisors)
	return map[string]pipeline.Operation{
		"hypervisors.list":       operation{Policy: mayList, Steps: append(assignedSteps(), pageSteps()...), Answer: answerListed}.Operation(),
		"hypervisors.detail":     operation{Steps: pageSteps(), Answer: answerDetailed}.Operation(),
		"hypervisors.show":       operation{Steps: one, Answer: showHypervisor}.Operation(),
		"hypervisors.uptime":     operation{Steps: answering, Answer: showHypervisor}.Operation(),
		"hypervisors.search":     operation{Steps: matching, Answer: answerFound}.Operation(),
		"hypervisors.servers":    operation{Steps: withServers, Answer: answerFound}.Operation(),
		"hypervisors.statistics": {Answer: statistics},
	}
}

// pageSteps find the hypervisors of a list.
func pageSteps() []pipeline.StepOf[finding] {
	return []pipeline.StepOf[finding]{
		{Name: "pattern goes without pages", Requirements: []string{"HYP-10"}, Refuses: 400, Run: pipeline.Ignoring[finding](patternAlone)},
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

// pattern is the query key of a part of the hypervisors' names.
const pattern = "hypervisor_hostname_pattern"

func hypervisorsMatching(x *pipeline.Exchange, w *finding) *pipeline.Fault {
	if w.hosts == nil {
		w.hosts = schedule.Hosts(x)
	}
	if !x.Query.Has(pattern) {
		return nil
	}
	return w.match(x.Query.Get(pattern))
}

func hypervisorsNamed(x *pipeline.Exchange, w *finding) *pipeline.Fault {
	w.hosts = schedule.Hosts(x)
	return w.match(x.Params.Get("hypervisor_id"))
}

// match keeps the hypervisors whose name contains the given part, compared as by SQL LIKE: case is ignored, and "_" stands for any
// character.
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

// hypervisorPage selects the page. A marker may be a number at any microversion.
func hypervisorPage(x *pipeline.Exchange, w *finding) *pipeline.Fault {
	id := hypervisorID(x)
	marker := x.Query.Get("marker")
	page, more, fault := record.PageOf(x, w.hosts, func(h *state.Host) string {
		if strconv.FormatInt(h.Serial, 10) == marker {
			return marker
		}
		return id(h)
	}, "marker [%s] not found")
	w.hosts, w.more = page, more
	return fault
}

// hypervisorID answers the id of a hypervisor at the request's microversion.
func hypervisorID(x *pipeline.Exchange) func(*state.Host) string {
	if x.Version.Less(uuids) {
		return func(h *state.Host) string { return strconv.FormatInt(h.Serial, 10) }
	}
	return func(h *state.Host) string { return h.HypervisorID }
}

func serversAsked(x *pipeline.Exchange, w *finding) *pipeline.Fault {
	w.servers = queryTrue(x, "with_servers")
	return nil
}

func wantServers(_ *pipeline.Exchange, w *finding) *pipeline.Fault {
	w.servers = true
	return nil
}

// queryTrue reads a boolean of the query; a text that is no boolean counts as false.
func queryTrue(x *pipeline.Exchange, key string) bool {
	yes, _ := body.Boolean(x.Query.Get(key))
	return yes
}

// oneHypervisor finds the hypervisor that the path names: by number, or by uuid from 2.53.
func oneHypervisor(x *pipeline.Exchange, w *finding) *pipeline.Fault {
	id, known := x.Params.Get("hypervisor_id"), hypervisorID(x)
	if !x.Version.Less(uuids) {
		if f := wantUUID(id); f != nil {
			return f
		}
	}
	for _, h := range schedule.Hosts(x) {
		if strings.EqualFold(known(h), id) {
			w.hosts, w.servers = []*state.Host{h}, queryTrue(x, "with_servers")
			return nil
		}
	}
	return pipeline.NotFound("Hypervisor with ID '%s' could not be found.", id)
}

// hypervisorsView is a list of hypervisors in any form; the link to the next page is left out on the last page, unless Links says
// otherwise.
type hypervisorsView[V any] struct {
	Hypervisors []V              `json:"hypervisors"`
	Links       *[]pipeline.Link `json:"hypervisors_links,omitzero"`
}

// next is the link to the next page, nil on the last one.
func (w *finding) next(x *pipeline.Exchange, path string) *[]pipeline.Link {
	if w.more == "" || x.Query.Has(pattern) {
		return nil
	}
	links := record.Next(x, path, w.more)
	return &links
}

func answerListed(x *pipeline.Exchange, w *finding) (*pipeline.Response, *pipeline.Fault) {
	if seesOneProject(x) {
		return answerNarrowed(x, w)
	}
	return answerBrief(x, w, w.next(x, "/os-hypervisors"))
}

func answerFound(x *pipeline.Exchange, w *finding) (*pipeline.Response, *pipeline.Fault) {
	return answerBrief(x, w, nil)
}

func answerBrief(x *pipeline.Exchange, w *finding, links *[]pipeline.Link) (*pipeline.Response, *pipeline.Fault) {
	v := hypervisorsView[*briefHypervisor]{Links: links}
	for _, h := range w.hosts {
		v.Hypervisors = append(v.Hypervisors, w.brief(x, h))
	}
	return pipeline.Body(200, &v), nil
}

func answerDetailed(x *pipeline.Exchange, w *finding) (*pipeline.Response, *pipeline.Fault) {
	v := hypervisorsView[*hypervisorView]{Links: w.next(x, "/os-hypervisors/detail")}
	for _, h := range w.hosts {
		v.Hypervisors = append(v.Hypervisors, w.detailed(x, h))
	}
	return pipeline.Body(200, &v), nil
}

func showHypervisor(x *pipeline.Exchange, w *finding) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "hypervisor", w.detailed(x, w.hosts[0])), nil
}
