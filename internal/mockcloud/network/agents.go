package network

import (
	"iter"
	"math/big"
	"net/netip"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"plumbline/internal/mockcloud/addresses"
	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/network/attributes"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// derivedCollection declares resources without records, which are computed from other records, and only listed and shown.
func derivedCollection[T any](noun, plural, param string, id func(*T) string, all func(*pipeline.Exchange) []*T,
) *collection.Of[T, pipeline.Nothing, pipeline.Nothing] {
	return &collection.Of[T, pipeline.Nothing, pipeline.Nothing]{
		In: plain, Noun: noun, Plural: plural, Param: param, ID: id,
		Derived: func(x *pipeline.Exchange) iter.Seq[*T] { return slices.Values(all(x)) },
		Owner:   func(*T) policy.Target { return policy.Target{} },
	}
}

// agents are Neutron's agents: one on each compute host, and those for routers and DHCP on the first host.
// Members see none.
var agents = func() *collection.Of[agentView, pipeline.Nothing, pipeline.Nothing] {
	c := derivedCollection("agent", "agents", "agent_id", func(a *agentView) string { return a.ID }, allAgents)
	c.Sees = func(x *pipeline.Exchange, _ *agentView) bool { return x.Caller.Admin() }
	return c
}()

type agentView struct {
	ID         string         `json:"id"`
	Type       string         `json:"agent_type"`
	Binary     string         `json:"binary"`
	Topic      string         `json:"topic"`
	Host       string         `json:"host"`
	AdminUp    bool           `json:"admin_state_up"`
	Alive      bool           `json:"alive"`
	Zone       *string        `json:"availability_zone"`
	Created    time.Time      `json:"created_at"`
	Started    time.Time      `json:"started_at"`
	Heartbeat  time.Time      `json:"heartbeat_timestamp"`
	Detail     *string        `json:"description"`
	Setup      map[string]int `json:"configurations"`
	Resources  *bool          `json:"resources_synced"`
	ZoneOfType string         `json:"-"`
	settings   state.AgentSettings
}

// agentKeys are the keys of an agent in requests: two of them can be changed.
type agentKeys struct {
	ID        struct{} `key:"id"`
	Type      struct{} `key:"agent_type"`
	Binary    struct{} `key:"binary"`
	Topic     struct{} `key:"topic"`
	Host      struct{} `key:"host"`
	AdminUp   bool     `key:"admin_state_up" attribute:""`
	Alive     struct{} `key:"alive"`
	Created   struct{} `key:"created_at"`
	Started   struct{} `key:"started_at"`
	Heartbeat struct{} `key:"heartbeat_timestamp"`
	Setup     struct{} `key:"configurations"`
	Detail    *string  `key:"description" attribute:""`
}

// agentRequest is a request to change an agent.
type agentRequest struct {
	Object edit[agentKeys] `body:""`
}

// agentOperations change and delete agents. One that lives registers again after its deletion, with another id.
var agentOperations = func() map[string]pipeline.Operation {
	update := pipeline.OperationOf[agentRequest]{
		Under: "agent",
		Steps: []pipeline.StepOf[agentRequest]{{Name: "change the agent", Run: changeAgent}},
		Answer: func(x *pipeline.Exchange, _ *agentRequest) (*pipeline.Response, *pipeline.Fault) {
			changed, f := agents.Get(x, x.Params.Get("agent_id"))
			return pipeline.Answer(200, "agent", changed), f
		},
	}.Operation()
	judged := judge("agent", reflect.TypeFor[edit[agentKeys]](), false)
	update.Formats, update.Policy = judged.Formats, judged.Policy
	return map[string]pipeline.Operation{
		"agents.update": update,
		"agents.delete": {
			Steps: []pipeline.Step{{Name: "delete the agent", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				of := pipeline.Subject[agentView](x).settings
				state.AgentsSettings.Insert(x.Txn, &state.AgentSettings{ID: of.ID, AdminUp: true, Deleted: of.Deleted + 1})
				return nil
			}}},
			Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil },
		},
	}
}()

func changeAgent(x *pipeline.Exchange, w *agentRequest) *pipeline.Fault {
	settings := pipeline.Subject[agentView](x).settings
	keys := agentKeys{AdminUp: settings.AdminUp, Detail: settings.Detail}
	attributes.Apply(&keys, attributes.Of(reflect.TypeFor[agentKeys](), "agent"), w.Object.sent)
	settings.AdminUp, settings.Detail = keys.AdminUp, keys.Detail
	state.AgentsSettings.Insert(x.Txn, &settings)
	return nil
}

// settingsOf are what an administrator says of a program on a host.
func settingsOf(x *pipeline.Exchange, key string) state.AgentSettings {
	if said := state.AgentsSettings.Get(x.Txn, key); said != nil {
		return *said
	}
	return state.AgentSettings{ID: key, AdminUp: true}
}

// zoned maps the agents that have an availability zone to the resource of that zone.
var zoned = map[string]string{"DHCP agent": "network", "L3 agent": "router"}

func allAgents(x *pipeline.Exchange) (all []*agentView) {
	zone := "nova"
	for h := range state.Hosts.All(x.Txn) {
		kinds := [][3]string{{"Open vSwitch agent", "neutron-openvswitch-agent", "N/A"}}
		if len(all) == 0 {
			kinds = append(kinds, [3]string{"DHCP agent", "neutron-dhcp-agent", "dhcp_agent"}, [3]string{"L3 agent", "neutron-l3-agent", "l3_agent"})
		}
		for _, k := range kinds {
			now, said := x.Now(), settingsOf(x, k[1]+" "+h.Name)
			named := said.ID
			if said.Deleted > 0 {
				named += " " + strconv.Itoa(said.Deleted)
			}
			a := &agentView{
				ID: uuid.NewSHA1(uuid.NameSpaceURL, []byte(named)).String(), Type: k[0], Binary: k[1], Topic: k[2], Host: h.Name,
				AdminUp: said.AdminUp, Detail: said.Detail, Alive: true, Created: now, Started: now, Heartbeat: now, settings: said,
			}
			if zoned[k[0]] != "" {
				a.Zone = &zone
			}
			all = append(all, a)
		}
	}
	return all
}

var zones = derivedCollection("availability_zone", "availability_zones", "", func(z *zoneView) string { return z.Resource }, allZones)

func allZones(x *pipeline.Exchange) (all []*zoneView) {
	for _, a := range allAgents(x) {
		if a.Zone != nil {
			all = append(all, &zoneView{*a.Zone, zoned[a.Type], "available"})
		}
	}
	return all
}

type zoneView struct {
	Name     string `json:"name"`
	Resource string `json:"resource"`
	State    string `json:"state"`
}

// availabilities count the addresses of networks; asked about a version of IP, only those in subnets of it.
var availabilities = func() *collection.Of[availabilityView, pipeline.Nothing, pipeline.Nothing] {
	c := derivedCollection("network_ip_availability", "network_ip_availabilities", "", func(a *availabilityView) string { return a.ID },
		func(x *pipeline.Exchange) (all []*availabilityView) {
			versions := x.Request.URL.Query()["ip_version"]
			for n := range state.Networks.All(x.Txn) {
				all = append(all, availabilityOf(x, n, versions))
			}
			return all
		})
	c.Fields = map[string]func(*availabilityView) any{"ip_version": (*availabilityView).version}
	return c
}()

// version is one of the versions of IP that were asked about; nil for a network without a subnet of them.
func (v *availabilityView) version() any {
	if len(v.Subnets) == 0 {
		return nil
	}
	return v.Subnets[0].Version
}

// availabilityView is the number of a network's addresses, in all and in use. Totals can exceed Go's integers.
type availabilityView struct {
	ID        string               `json:"network_id"`
	Name      string               `json:"network_name"`
	ProjectID string               `json:"project_id"`
	TenantID  string               `json:"tenant_id"`
	Total     *big.Int             `json:"total_ips"`
	Used      int                  `json:"used_ips"`
	Subnets   []subnetAvailability `json:"subnet_ip_availability"`
}

type subnetAvailability struct {
	ID      string   `json:"subnet_id"`
	Name    string   `json:"subnet_name"`
	CIDR    string   `json:"cidr"`
	Version int      `json:"ip_version"`
	Total   *big.Int `json:"total_ips"`
	Used    int      `json:"used_ips"`
}

// availabilityOf counts the addresses of a network in its subnets of the versions of IP, or in all.
func availabilityOf(x *pipeline.Exchange, n *state.Network, versions []string) *availabilityView {
	v := &availabilityView{
		ID: n.ID, Name: n.Name, ProjectID: n.ProjectID, TenantID: n.ProjectID, Total: new(big.Int), Subnets: []subnetAvailability{},
	}
	for s := range state.Subnets.ByKey(x.Txn, "network", n.ID) {
		if len(versions) > 0 && !slices.Contains(versions, strconv.Itoa(s.IPVersion)) {
			continue
		}
		on := subnetAvailability{ID: s.ID, Name: s.Name, CIDR: s.CIDR, Version: s.IPVersion, Total: new(big.Int)}
		for _, p := range addresses.Pools(s) {
			on.Total.Add(on.Total, countAddresses(netip.MustParseAddr(p.Start), netip.MustParseAddr(p.End)))
		}
		for p := range state.Ports.ByKey(x.Txn, "network", n.ID) {
			for _, ip := range p.FixedIPs {
				if ip.SubnetID == s.ID {
					on.Used++
				}
			}
		}
		v.Subnets, v.Used = append(v.Subnets, on), v.Used+on.Used
		v.Total.Add(v.Total, on.Total)
	}
	return v
}

// countAddresses is the number of addresses in a range, both ends included.
func countAddresses(from, to netip.Addr) *big.Int {
	n := new(big.Int).SetBytes(to.AsSlice())
	n.Sub(n, new(big.Int).SetBytes(from.AsSlice()))
	return n.Add(n, big.NewInt(1))
}
