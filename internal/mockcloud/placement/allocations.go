package placement

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// typed is the microversion from which consumers have types.
var typed = openapi.MustVersion("1.38")

// consumer is a consumer of resources: a server, or another one for which allocations were written.
type consumer struct {
	id, project, user, kind string
	generation              int64
	// takes are the allocated amounts by provider and resource class.
	takes map[string]map[string]int
}

// ofServer is a server as consumer of its host's resources.
func ofServer(x *pipeline.Exchange, s *state.Server) *consumer {
	h := state.Hosts.Get(x.Txn, s.Host)
	u := s.Takes()
	takes := map[string]int{"VCPU": u.VCPUs, "MEMORY_MB": u.RAM, "DISK_GB": u.Disk}
	maps.DeleteFunc(takes, func(_ string, n int) bool { return n == 0 })
	return &consumer{
		id: s.ID, project: s.ProjectID, user: s.UserID, kind: "INSTANCE", generation: 1,
		takes: map[string]map[string]int{h.HypervisorID: takes},
	}
}

func ofRecord(c *state.Consumer) *consumer {
	return &consumer{id: c.ID, project: c.ProjectID, user: c.UserID, kind: c.Type, generation: c.Generation, takes: c.Allocations}
}

// consumerOf finds a consumer by id, nil for one without allocations.
func consumerOf(x *pipeline.Exchange, id string) *consumer {
	if c := state.Consumers.Get(x.Txn, id); c != nil {
		return ofRecord(c)
	}
	if s := state.Servers.Get(x.Txn, id); s != nil && s.Host != "" {
		return ofServer(x, s)
	}
	return nil
}

// consumers are all consumers with allocations: the servers in the order of their creation, then the others.
func consumers(x *pipeline.Exchange) []*consumer {
	var servers []*state.Server
	for s := range state.Servers.All(x.Txn) {
		if s.Host != "" && state.Consumers.Get(x.Txn, s.ID) == nil {
			servers = append(servers, s)
		}
	}
	slices.SortFunc(servers, func(a, b *state.Server) int { return cmp.Compare(a.Serial, b.Serial) })
	out := make([]*consumer, 0, len(servers))
	for _, s := range servers {
		out = append(out, ofServer(x, s))
	}
	for c := range state.Consumers.All(x.Txn) {
		out = append(out, ofRecord(c))
	}
	return out
}

// allocations are the consumers with allocations from a provider.
func allocations(x *pipeline.Exchange, p *provider) []*consumer {
	return slices.DeleteFunc(consumers(x), func(c *consumer) bool { return len(c.takes[p.id]) == 0 })
}

// usage is the sum of the allocations from a provider, by resource class.
func usage(x *pipeline.Exchange, p *provider) map[string]int {
	out := map[string]int{}
	for _, c := range allocations(x, p) {
		for class, n := range c.takes[p.id] {
			out[class] += n
		}
	}
	return out
}

// allocationView is an allocation of a consumer from a provider. In lists by provider it has the consumer's generation, in lists by
// consumer the provider's.
type allocationView struct {
	Resources          map[string]int `json:"resources"`
	Generation         *int64         `json:"generation,omitzero"`
	ConsumerGeneration int64          `json:"consumer_generation,omitzero"`
}

type allocationsView struct {
	Allocations map[string]allocationView `json:"allocations"`
	Generation  *int64                    `json:"resource_provider_generation,omitzero"`
	// The following fields are set if the allocations are those of a consumer.
	ProjectID          string `json:"project_id,omitzero"`
	UserID             string `json:"user_id,omitzero"`
	ConsumerGeneration int64  `json:"consumer_generation,omitzero"`
	ConsumerType       string `json:"consumer_type,omitzero"`
}

func listProviderAllocations(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	p, all := subject(x), map[string]allocationView{}
	for _, c := range allocations(x, p) {
		all[c.id] = allocationView{Resources: c.takes[p.id], ConsumerGeneration: c.generation}
	}
	return pipeline.Body(200, allocationsView{Allocations: all, Generation: &p.generation}), nil
}

// showAllocations answers an empty object for a consumer without allocations, whether it exists or not.
func showAllocations(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	c := consumerOf(x, x.Params.Get("consumer_uuid"))
	if c == nil || len(c.takes) == 0 {
		return pipeline.Body(200, allocationsView{}), nil
	}
	out := allocationsView{
		Allocations: map[string]allocationView{}, ProjectID: c.project, UserID: c.user, ConsumerGeneration: c.generation,
		ConsumerType: cmp.Or(c.kind, "unknown"),
	}
	for id, amounts := range c.takes {
		if p := providerOf(x, id); p != nil {
			out.Allocations[id] = allocationView{Resources: amounts, Generation: &p.generation}
		}
	}
	return pipeline.Body(200, out), nil
}

// takingRequest is a consumer's allocations in a request.
type takingRequest struct {
	Allocations takes           `json:"allocations"`
	ProjectID   string          `json:"project_id"`
	UserID      string          `json:"user_id"`
	Generation  body.Opt[int64] `json:"consumer_generation"`
	Type        string          `json:"consumer_type"`
}

// takes are amounts by provider and resource class: in requests a list up to 1.11, an object by provider from then on.
type takes map[string]map[string]int

// ReadBody implements body.Reader.
func (t *takes) ReadBody(v any) {
	*t = takes{}
	if _, listed := v.([]any); listed {
		for _, one := range body.As[[]listedAllocation](v) {
			(*t)[strings.ToLower(one.Provider.UUID)] = one.Resources
		}
		return
	}
	for id, one := range body.As[map[string]struct {
		Resources map[string]int `json:"resources"`
	}](v) {
		(*t)[strings.ToLower(id)] = one.Resources
	}
}

// taking holds the values that the steps of all operations that write allocations share: the new allocations by consumer.
type taking struct {
	by map[string]takingRequest
	// unable is the beginning of the message about a provider or class that does not exist.
	unable string
}

func (t *taking) order() []string { return slices.Sorted(maps.Keys(t.by)) }

// consumersHave refuses allocations for a consumer whose generation differs from the request's (1.28).
func (t *taking) consumersHave(x *pipeline.Exchange) *pipeline.Fault {
	if x.Version.Less(consumersHaveGenerations) {
		return nil
	}
	for _, id := range t.order() {
		asked, told := t.by[id].Generation.Get()
		switch c := consumerOf(x, id); {
		case c == nil && told:
			return coded409(concurrentUpdate, "consumer generation conflict - expected null but got %d", asked)
		case c != nil && !told:
			return coded409(concurrentUpdate, "consumer generation conflict - expected %d but got None", c.generation)
		case c != nil && asked != c.generation:
			return coded409(concurrentUpdate, "consumer generation conflict - expected %d but got %d", c.generation, asked)
		}
	}
	return nil
}

var consumersHaveGenerations = openapi.MustVersion("1.28")

// checkExist refuses providers and classes that do not exist.
func (t *taking) checkExist(x *pipeline.Exchange) *pipeline.Fault {
	for _, id := range t.order() {
		for _, at := range slices.Sorted(maps.Keys(t.by[id].Allocations)) {
			if providerOf(x, at) == nil {
				return pipeline.BadRequest("Allocation for resource provider '%s' that does not exist.", at)
			}
		}
	}
	for _, id := range t.order() {
		for _, amounts := range t.by[id].Allocations {
			for _, class := range slices.Sorted(maps.Keys(amounts)) {
				if !isClass(x, class) {
					return pipeline.BadRequest("%s No such resource class %s.", strings.ReplaceAll(t.unable, "{consumer}", id), class)
				}
			}
		}
	}
	return nil
}

// checkFit refuses allocations beyond the free resources of the providers. The consumers' previous allocations count as free.
func (t *taking) checkFit(x *pipeline.Exchange) *pipeline.Fault {
	used := map[string]map[string]int{}
	for _, c := range consumers(x) {
		if _, rewritten := t.by[c.id]; rewritten {
			continue
		}
		for at, amounts := range c.takes {
			add(used, at, amounts)
		}
	}
	for _, id := range t.order() {
		for _, at := range slices.Sorted(maps.Keys(t.by[id].Allocations)) {
			amounts := t.by[id].Allocations[at]
			add(used, at, amounts)
			have := inventories(x, providerOf(x, at))
			for _, class := range slices.Sorted(maps.Keys(amounts)) {
				if f := room(have, at, class, amounts[class], used[at][class]); f != nil {
					return f
				}
			}
		}
	}
	return nil
}

func add(to map[string]map[string]int, at string, amounts map[string]int) {
	if to[at] == nil {
		to[at] = map[string]int{}
	}
	for class, n := range amounts {
		to[at][class] += n
	}
}

func room(have map[string]state.Inventory, at, class string, n, used int) *pipeline.Fault {
	i, there := have[class]
	why := ""
	switch {
	case !there:
		return pipeline.Conflict("Unable to allocate inventory: Inventory for '%s' on resource provider '%s' invalid.", class, at)
	case n < i.Least || n > i.Most || n%i.Step != 0:
		why = "The requested amount would violate inventory constraints."
	case used > i.Capacity():
		why = "The requested amount would exceed the capacity."
	default:
		return nil
	}
	return pipeline.Conflict("Unable to allocate inventory: Unable to create allocation for '%s' on resource provider '%s'. %s",
		class, at, why)
}

// store writes the allocations and increments the generations of providers and consumers; consumers without allocations are deleted.
func (t *taking) store(x *pipeline.Exchange) *pipeline.Fault {
	touched := map[string]bool{}
	for _, id := range t.order() {
		asked, was := t.by[id], consumerOf(x, id)
		c := state.Consumer{ID: id, ProjectID: asked.ProjectID, UserID: asked.UserID, Type: asked.Type, Allocations: asked.Allocations}
		if was != nil {
			c.Generation, c.Type = was.generation, cmp.Or(asked.Type, was.kind)
			for at := range was.takes {
				touched[at] = len(asked.Allocations) == 0 || touched[at]
			}
		}
		for at := range asked.Allocations {
			touched[at] = true
		}
		c.Generation++
		storeConsumer(x, &c)
	}
	for _, at := range slices.Sorted(maps.Keys(touched)) {
		if p := providerOf(x, at); touched[at] && p != nil {
			p.change(x, nil)
		}
	}
	return nil
}

// storeConsumer stores a consumer. One without allocations is deleted, except a server on a host: its record says that it has none.
func storeConsumer(x *pipeline.Exchange, c *state.Consumer) {
	if s := state.Servers.Get(x.Txn, c.ID); len(c.Allocations) == 0 && (s == nil || s.Host == "") {
		state.Consumers.Delete(x.Txn, c.ID)
		return
	}
	state.Consumers.Insert(x.Txn, c)
}

// takingSteps are the steps of a request that writes allocations, which read extracts from the request.
func takingSteps[W any](read func(*pipeline.Exchange, *W) *taking) []pipeline.StepOf[W] {
	step := func(name string, run func(*taking, *pipeline.Exchange) *pipeline.Fault) pipeline.StepOf[W] {
		return pipeline.StepOf[W]{Name: name, Run: func(x *pipeline.Exchange, w *W) *pipeline.Fault { return run(read(x, w), x) }}
	}
	return []pipeline.StepOf[W]{
		step("generations of consumers", (*taking).consumersHave),
		step("providers and classes exist", (*taking).checkExist),
		step("providers have room", (*taking).checkFit),
		step("store the allocations", (*taking).store),
	}
}

// taken holds the values that the steps of allocations.update, which is about one consumer, share.
type taken struct {
	Request takingRequest `body:""`
}

var updateAllocations = pipeline.OperationOf[taken]{
	Steps: takingSteps(func(x *pipeline.Exchange, w *taken) *taking {
		id := x.Params.Get("consumer_uuid")
		return &taking{map[string]takingRequest{id: w.Request}, "Unable to allocate inventory for consumer {consumer}:"}
	}),
	Answer: func(*pipeline.Exchange, *taken) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Status(204), nil
	},
}.Operation()

// takenByMany holds the values that the steps of allocations.replace share.
type takenByMany struct {
	Request map[string]takingRequest `body:""`
}

var replaceAllocations = pipeline.OperationOf[takenByMany]{
	Steps: takingSteps(func(_ *pipeline.Exchange, w *takenByMany) *taking {
		return &taking{w.Request, "Unable to allocate inventory"}
	}),
	Answer: func(*pipeline.Exchange, *takenByMany) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Status(204), nil
	},
}.Operation()

var deleteAllocations = pipeline.OperationOf[pipeline.Nothing]{
	Steps: []pipeline.StepOf[pipeline.Nothing]{
		{Name: "consumer takes something", Run: pipeline.Ignoring[pipeline.Nothing](func(x *pipeline.Exchange) *pipeline.Fault {
			id := x.Params.Get("consumer_uuid")
			if c := consumerOf(x, id); c == nil || len(c.takes) == 0 {
				return pipeline.NotFound("No allocations for consumer '%s'", id)
			}
			return nil
		})},
		{Name: "delete the allocations", Run: pipeline.Ignoring[pipeline.Nothing](func(x *pipeline.Exchange) *pipeline.Fault {
			c := consumerOf(x, x.Params.Get("consumer_uuid"))
			storeConsumer(x, &state.Consumer{ID: c.id, ProjectID: c.project, UserID: c.user, Type: c.kind, Generation: c.generation + 1})
			return nil
		})},
	},
	Answer: func(*pipeline.Exchange, *pipeline.Nothing) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Status(204), nil
	},
}.Operation()
