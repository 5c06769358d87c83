package network

import (
	"cmp"
	"net/netip"
	"slices"
	"strconv"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/network/attributes"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

var addressScopes = declare(resource[state.AddressScope]{
	Noun: "address_scope", Plural: "address_scopes", Table: state.AddressScopes,
	Made: func(_ *pipeline.Exchange, c *change[state.AddressScope]) *pipeline.Fault {
		if c.Before != nil && c.Before.Shared && !c.After.Shared {
			return faults.New(400, "AddressScopeUpdateError", "Unable to update address scope %s : Shared address scope can't be unshared.",
				c.After.ID)
		}
		return nil
	},
	Keep: []pipeline.StepOf[state.AddressScope]{{Name: "refuse an address scope in use", Run: func(
		x *pipeline.Exchange, s *state.AddressScope,
	) *pipeline.Fault {
		for p := range state.SubnetPools.All(x.Txn) {
			if p.ScopeID != nil && *p.ScopeID == s.ID {
				return faults.New(409, "AddressScopeInUse",
					"Unable to complete operation on address scope %s. There are one or more subnet pools in use on the address scope.", s.ID)
			}
		}
		return nil
	}}},
})

var subnetPools = declare(resource[state.SubnetPool]{
	Noun: "subnetpool", Plural: "subnetpools", Table: state.SubnetPools,
	View: func(_ *pipeline.Exchange, p *state.SubnetPool) any {
		return &poolView{p, strconv.Itoa(p.DefaultBits), strconv.Itoa(p.MinBits), strconv.Itoa(p.MaxBits)}
	},
	Changed: func(_ *pipeline.Exchange, p *state.SubnetPool) any {
		return &changedPool{poolView{p, p.DefaultBits, p.MinBits, p.MaxBits}, p.ScopeID, p.DefaultQuota}
	},
	Made: func(x *pipeline.Exchange, c *change[state.SubnetPool]) *pipeline.Fault { return soundPool(x, c) },
	Keep: []pipeline.StepOf[state.SubnetPool]{{Name: "refuse a subnet pool in use", Run: func(
		x *pipeline.Exchange, p *state.SubnetPool,
	) *pipeline.Fault {
		if len(rangesOf(x, p.ID)) > 0 {
			return faults.New(400, "SubnetPoolDeleteError", "Unable to delete subnet pool: Subnet pool has existing allocations.")
		}
		return nil
	}}},
})

// poolView is a subnet pool in answers: its prefix lengths are texts, but numbers in the answer to a change.
type poolView struct {
	*state.SubnetPool
	DefaultBits any `json:"default_prefixlen"`
	MinBits     any `json:"min_prefixlen"`
	MaxBits     any `json:"max_prefixlen"`
}

// changedPool is a subnet pool in the answer to a change: what it does not have is left out.
type changedPool struct {
	poolView
	ScopeID      *string `json:"address_scope_id,omitzero"`
	DefaultQuota *int    `json:"default_quota,omitzero"`
}

// soundBounds refuses sizes of subnets that do not fit one another, or the version of IP.
func soundBounds(p *state.SubnetPool, most int) *pipeline.Fault {
	illegal := func(what string, bits int, limit string, bound int) *pipeline.Fault {
		return faults.New(400, "IllegalSubnetPoolPrefixBounds", "Illegal prefix bounds: %s=%d, %s=%d.", what, bits, limit, bound)
	}
	switch {
	case p.MaxBits > most:
		return illegal("max_prefixlen", p.MaxBits, "ip_version_max", most)
	case p.MinBits > p.MaxBits:
		return illegal("min_prefixlen", p.MinBits, "max_prefixlen", p.MaxBits)
	case p.DefaultBits < p.MinBits:
		return illegal("default_prefixlen", p.DefaultBits, "min_prefixlen", p.MinBits)
	case p.DefaultBits > p.MaxBits:
		return illegal("default_prefixlen", p.DefaultBits, "max_prefixlen", p.MaxBits)
	}
	return nil
}

// soundPool completes and checks a pool: all prefixes have the same IP version, and the bounds of subnets' sizes fit that version.
func soundPool(x *pipeline.Exchange, c *change[state.SubnetPool]) *pipeline.Fault {
	p := c.After
	p.Prefixes = compactRanges(p.Prefixes)
	if c.Before != nil && c.Given("prefixes") {
		for _, old := range c.Before.Prefixes {
			if !slices.ContainsFunc(p.Prefixes, func(now string) bool { return containsRange(now, old) }) {
				return faults.New(400, "IllegalSubnetPoolPrefixUpdate",
					"Illegal update to prefixes: Existing prefixes must be a subset of the new prefixes.")
			}
		}
	}
	if len(p.Prefixes) == 0 {
		return faults.New(400, "EmptySubnetPoolPrefixList", "Empty subnet pool prefix list.")
	}
	p.IPVersion = versionOf(p.Prefixes[0])
	if slices.ContainsFunc(p.Prefixes, func(other string) bool { return versionOf(other) != p.IPVersion }) {
		return faults.New(400, "PrefixVersionMismatch", "Cannot mix IPv4 and IPv6 prefixes in a subnet pool.")
	}
	smallest, most := 8, 32
	if p.IPVersion == 6 {
		smallest, most = 64, 128
	}
	p.MinBits, p.MaxBits = cmp.Or(p.MinBits, smallest), cmp.Or(p.MaxBits, most)
	p.DefaultBits = cmp.Or(p.DefaultBits, p.MinBits)
	if f := soundBounds(p, most); f != nil {
		return f
	}
	if c.Before != nil && c.Before.ScopeID != nil {
		scope := state.AddressScopes.Get(x.Txn, *c.Before.ScopeID)
		if scope != nil && !x.Caller.Admin() && scope.ProjectID != x.Caller.ProjectID {
			return faults.New(400, "IllegalSubnetPoolUpdate",
				"Illegal subnetpool update : subnetpool %s cannot be updated when associated with shared address scope %s.", p.ID, scope.ID)
		}
	}
	if p.ScopeID != nil {
		scope, f := addressScopes.Get(x, *p.ScopeID)
		if f != nil {
			return faults.New(404, "AddressScopeNotFound", "Address scope %s could not be found.", *p.ScopeID)
		}
		if scope.IPVersion != p.IPVersion {
			return faults.New(400, "IllegalSubnetPoolIpVersionAssociationToAddressScope",
				"Illegal subnetpool association: subnetpool %s cannot associate with address scope %s because subnetpool ip_version is not %d.",
				p.ID, scope.ID, scope.IPVersion)
		}
		if f := aloneInScope(x, p); f != nil {
			return f
		}
	}
	if p.Default {
		for other := range state.SubnetPools.All(x.Txn) {
			if other.ID != p.ID && other.Default && other.IPVersion == p.IPVersion {
				return faults.New(400, "InvalidInput", "Invalid input for operation: A default subnetpool for this IP family has already been set. "+
					"Only one default may exist per IP family.")
			}
		}
	}
	return nil
}

// aloneInScope refuses ranges that another pool of the same address scope has.
func aloneInScope(x *pipeline.Exchange, p *state.SubnetPool) *pipeline.Fault {
	for other := range state.SubnetPools.All(x.Txn) {
		if other.ID == p.ID || other.ScopeID == nil || *other.ScopeID != *p.ScopeID {
			continue
		}
		for _, r := range p.Prefixes {
			if slices.ContainsFunc(other.Prefixes, func(its string) bool { return containsRange(its, r) || containsRange(r, its) }) {
				return faults.New(409, "AddressScopePrefixConflict",
					"Failed to associate address scope: subnetpools within an address scope must have unique prefixes.")
			}
		}
	}
	return nil
}

func versionOf(cidr string) int {
	if p, err := netip.ParsePrefix(cidr); err == nil && p.Addr().Is4() {
		return 4
	}
	return 6
}

// containsRange tells whether one range contains the whole of another.
func containsRange(outer, inner string) bool {
	a, err := netip.ParsePrefix(outer)
	b, err2 := netip.ParsePrefix(inner)
	return err == nil && err2 == nil && a.Bits() <= b.Bits() && a.Contains(b.Addr())
}

// compactRanges are the ranges in order, without those inside another; two halves of a range are replaced by that range.
func compactRanges(ranges []string) (out []string) {
	for _, r := range ranges {
		if !slices.ContainsFunc(out, func(other string) bool { return containsRange(other, r) }) {
			out = append(slices.DeleteFunc(out, func(other string) bool { return containsRange(r, other) }), r)
		}
	}
	slices.SortFunc(out, func(a, b string) int {
		return netip.MustParsePrefix(a).Addr().Compare(netip.MustParsePrefix(b).Addr())
	})
	for i := 1; i < len(out); i++ {
		if whole := enclosingRange(out[i-1]); whole != "" && whole == enclosingRange(out[i]) {
			out = slices.Replace(out, i-1, i+1, whole)
			i = max(0, i-2)
		}
	}
	return out
}

// enclosingRange is the range of which the given one is a half, "" for none.
func enclosingRange(r string) string {
	p, err := netip.ParsePrefix(r)
	if err != nil || p.Bits() == 0 {
		return ""
	}
	return netip.PrefixFrom(p.Addr(), p.Bits()-1).Masked().String()
}

// subtractRange is the rest of a range without another.
func subtractRange(r, other string) []string {
	switch {
	case containsRange(other, r):
		return nil
	case !containsRange(r, other):
		return []string{r}
	}
	whole := netip.MustParsePrefix(r)
	low := netip.PrefixFrom(whole.Addr(), whole.Bits()+1)
	return append(subtractRange(low.String(), other), subtractRange(nextRange(low).String(), other)...)
}

// rangesOf are the ranges that a pool has allocated to subnets.
func rangesOf(x *pipeline.Exchange, pool string) (all []netip.Prefix) {
	for s := range state.Subnets.All(x.Txn) {
		if p, err := netip.ParsePrefix(s.CIDR); err == nil && s.PoolID != nil && *s.PoolID == pool {
			all = append(all, p)
		}
	}
	return all
}

// fromPool allocates a new subnet's range from its pool: the requested one, or the first free one of the requested length.
func fromPool(x *pipeline.Exchange, c *change[state.Subnet]) *pipeline.Fault {
	s := c.After
	if s.PoolID != nil && s.UseDefault {
		return badSubnet("subnetpool_id and use_default_subnetpool cannot both be specified")
	}
	if s.PoolID == nil && s.UseDefault {
		for p := range state.SubnetPools.All(x.Txn) {
			if p.Default && p.IPVersion == s.IPVersion {
				s.PoolID = &p.ID
			}
		}
		if s.PoolID == nil {
			return badSubnet("No default subnetpool found for IPv%d", s.IPVersion)
		}
	}
	if s.PoolID == nil {
		return nil
	}
	pool, f := subnetPools.Get(x, *s.PoolID)
	switch {
	case f != nil:
		return faults.New(404, "SubnetPoolNotFound", "Subnet pool %s could not be found.", *s.PoolID)
	case pool.IPVersion != s.IPVersion:
		return badSubnet("Cannot allocate IPv%d subnet from IPv%d subnet pool", s.IPVersion, pool.IPVersion)
	}
	if f := fitsPool(x, s, pool); f != nil {
		return f
	}
	taken := rangesOf(x, pool.ID)
	if s.CIDR != "" {
		wanted := netip.MustParsePrefix(s.CIDR)
		if !slices.ContainsFunc(pool.Prefixes, func(p string) bool { return containsRange(p, s.CIDR) }) || slices.ContainsFunc(taken,
			wanted.Overlaps) {
			return faults.New(500, "SubnetAllocationError", "Failed to allocate subnet: "+
				"Cannot allocate requested subnet from the available set of prefixes.")
		}
		return nil
	}
	bits := cmp.Or(s.Prefix, pool.DefaultBits)
	for _, text := range pool.Prefixes {
		whole := netip.MustParsePrefix(text)
		for at := netip.PrefixFrom(whole.Addr(), bits); bits >= whole.Bits() && whole.Contains(at.Addr()); at = nextRange(at) {
			if !slices.ContainsFunc(taken, at.Overlaps) {
				s.CIDR = at.String()
				return nil
			}
		}
	}
	return faults.New(500, "SubnetAllocationError", "Failed to allocate subnet: Insufficient prefix space to allocate subnet size /%d.", bits)
}

// fitsPool refuses a subnet of a size that its pool does not give, and one on a network with subnets of other pools.
func fitsPool(x *pipeline.Exchange, s *state.Subnet, pool *state.SubnetPool) *pipeline.Fault {
	bits := cmp.Or(s.Prefix, pool.DefaultBits)
	if s.CIDR != "" {
		bits = netip.MustParsePrefix(s.CIDR).Bits()
	}
	switch {
	case bits < pool.MinBits:
		return faults.New(400, "MinPrefixSubnetAllocationError",
			"Unable to allocate subnet with prefix length %d, minimum allowed prefix is %d.", bits, pool.MinBits)
	case bits > pool.MaxBits:
		return faults.New(400, "MaxPrefixSubnetAllocationError",
			"Unable to allocate subnet with prefix length %d, maximum allowed prefix is %d.", bits, pool.MaxBits)
	}
	return ofOnePool(x, s)
}

// nextRange is the following range of the same size; its address is invalid after the last one.
func nextRange(p netip.Prefix) netip.Prefix {
	raw := p.Addr().AsSlice()
	for i := range raw {
		if free := len(raw)*8 - p.Bits() - (len(raw)-1-i)*8; free >= 8 {
			raw[i] = 0xff
		} else if free > 0 {
			raw[i] |= 1<<free - 1
		}
	}
	last, _ := netip.AddrFromSlice(raw)
	return netip.PrefixFrom(last.Next(), p.Bits())
}

// prefixes is a body that adds ranges to a pool, or removes some.
type prefixes struct {
	Prefixes []string `body:"prefixes"`
}

// poolOperation is an operation that changes the ranges of a pool.
func poolOperation(name string, how func(now []string, said string) []string) pipeline.Operation {
	return pipeline.OperationOf[prefixes]{
		Formats: func(x *pipeline.Exchange, _ *prefixes) *pipeline.Fault {
			return attributes.Listed("prefixes", body.ObjectIn(x.Body)["prefixes"])
		},
		Steps: []pipeline.StepOf[prefixes]{{Name: name, Run: func(x *pipeline.Exchange, w *prefixes) *pipeline.Fault {
			p := *pipeline.Subject[state.SubnetPool](x)
			p.Prefixes = slices.Clone(p.Prefixes)
			for _, said := range w.Prefixes {
				p.Prefixes = how(p.Prefixes, attributes.Normal(said))
			}
			for _, taken := range rangesOf(x, p.ID) {
				if !slices.ContainsFunc(p.Prefixes, func(now string) bool { return containsRange(now, taken.String()) }) {
					return faults.New(400, "IllegalSubnetPoolPrefixUpdate",
						"Illegal subnetpool update : One or more the prefixes to be removed is in use by a subnet.")
				}
			}
			if f := soundPool(x, &change[state.SubnetPool]{Before: pipeline.Subject[state.SubnetPool](x), After: &p}); f != nil {
				return f
			}
			markChanged(x, &p)
			state.SubnetPools.Insert(x.Txn, &p)
			x.SetSubject(&p, subnetPools.Owner(&p))
			return nil
		}}},
		Answer: func(x *pipeline.Exchange, _ *prefixes) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "prefixes", pipeline.Subject[state.SubnetPool](x).Prefixes), nil
		},
	}.Operation()
}

var poolOperations = map[string]pipeline.Operation{
	"subnetpools.add-prefixes": poolOperation("add the ranges", func(now []string, said string) []string { return append(now, said) }),
	"subnetpools.remove-prefixes": poolOperation("take the ranges out", func(now []string, said string) (left []string) {
		for _, each := range now {
			left = append(left, subtractRange(each, said)...)
		}
		return left
	}),
}
