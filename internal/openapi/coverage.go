package openapi

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/schema"
)

// Reach is one answered request, the input of Coverage.
type Reach struct {
	Service   Service
	Operation string
	Version   Version
	Status    int
}

// Gap is a status of an operation that no request reached in a range of versions.
type Gap struct {
	Service   Service
	Operation string
	Status    int
	// From and Until are the first and the last version of the range.
	From, Until Version
}

func (g Gap) String() string {
	out := fmt.Sprintf("%s %s %d", g.Service, g.Operation, g.Status)
	if g.From.IsZero() {
		return out
	}
	if g.From == g.Until {
		return out + " at " + g.From.String()
	}
	return fmt.Sprintf("%s at %s–%s", out, g.From, g.Until)
}

// CoverageResult counts what can be reached and lists what was not.
type CoverageResult struct {
	// Cells counts combinations of operation, status and range of versions in which the operation is the same;
	// Reached those with a Reach.
	Cells, Reached int
	// Gaps are sorted by operation, status and version; neighbouring ranges are joined.
	Gaps []Gap
}

// Coverage compares the declarations of a chain with what was reached. Versions between which an operation does not change
// count as one: a request at 2.60 reaches the operation at 2.57–2.62 when it is the same there.
func Coverage(c *Chain, reached []Reach) (CoverageResult, error) {
	hits := map[Reach]bool{}
	for _, r := range reached {
		hits[r] = true
	}
	var result CoverageResult
	epochs, err := c.epochs()
	if err != nil {
		return result, err
	}
	for _, e := range epochs {
		for _, status := range e.statuses {
			result.Cells++
			if e.hit(c, hits, status) {
				result.Reached++
				continue
			}
			result.Gaps = append(result.Gaps, Gap{c.Service(), e.operation, status, c.versions[e.from], c.versions[e.until]})
		}
	}
	slices.SortFunc(result.Gaps, func(a, b Gap) int {
		return cmp.Or(cmp.Compare(a.Operation, b.Operation), cmp.Compare(a.Status, b.Status), a.From.Compare(b.From))
	})
	result.Gaps = joinGaps(result.Gaps)
	return result, nil
}

func joinGaps(gaps []Gap) []Gap {
	var out []Gap
	for _, g := range gaps {
		if n := len(out); n > 0 {
			last := &out[n-1]
			if last.Operation == g.Operation && last.Status == g.Status && !g.From.IsZero() && last.Until.Next() == g.From {
				last.Until = g.Until
				continue
			}
		}
		out = append(out, g)
	}
	return out
}

// epoch is a range of versions in which an operation is the same.
type epoch struct {
	operation   string
	from, until int // indices of the chain's versions
	statuses    []int
	sum         [sha256.Size]byte
}

func (e *epoch) hit(c *Chain, hits map[Reach]bool, status int) bool {
	for i := e.from; i <= e.until; i++ {
		if hits[Reach{c.Service(), e.operation, c.versions[i], status}] {
			return true
		}
	}
	return false
}

// epochs lists the epochs of all operations, by operation and version.
func (c *Chain) epochs() ([]epoch, error) {
	open := map[string]*epoch{}
	var done []epoch
	sums := map[SumKey][sha256.Size]byte{}
	for i, v := range c.versions {
		d, err := c.At(v)
		if err != nil {
			return nil, err
		}
		for _, op := range d.Operations() {
			if op.Unimplemented || op.IsGone() { // nothing to reach
				continue
			}
			sum, err := op.Sum(sums)
			if err != nil {
				return nil, fmt.Errorf("%s at %s: %w", op.ID, v, err)
			}
			if e := open[op.ID]; e != nil && e.sum == sum && e.until == i-1 {
				e.until = i
				continue
			} else if e != nil {
				done = append(done, *e)
			}
			open[op.ID] = &epoch{operation: op.ID, from: i, until: i, statuses: op.statuses, sum: sum}
		}
	}
	for _, e := range open {
		done = append(done, *e)
	}
	slices.SortFunc(done, func(a, b epoch) int {
		return cmp.Or(strings.Compare(a.operation, b.operation), cmp.Compare(a.from, b.from))
	})
	return done, nil
}

type SumKey struct{ operation, components uintptr }

// Sum is a digest of the whole operation object, with refs followed.
func (o *Operation) Sum(known map[SumKey][sha256.Size]byte) ([sha256.Size]byte, error) {
	key := SumKey{reflect.ValueOf(o.Tree).Pointer(), reflect.ValueOf(node.Object(o.Doc.Tree, "components")).Pointer()}
	if s, ok := known[key]; ok {
		return s, nil
	}
	inlined, err := o.Doc.Inline(o.Tree, 0)
	if err != nil {
		return [sha256.Size]byte{}, err
	}
	known[key] = schema.ContentSum(inlined)
	return known[key], nil
}

// Missing is an operation that the mock does not perform yet, over a range of versions.
type Missing struct {
	Path, Name string
	// From and Until are the first and the last version of the range.
	From, Until Version
}

// Unimplemented lists the operations marked as unimplemented at any version, by path, name and version.
func (c *Chain) Unimplemented() ([]Missing, error) {
	open := map[string]*Missing{}
	var out []Missing
	for _, v := range c.versions {
		d, err := c.At(v)
		if err != nil {
			return nil, err
		}
		for _, op := range d.Operations() {
			if !op.Unimplemented {
				continue
			}
			name := op.Name()
			if m := open[name]; m != nil && m.Until.Next() == v {
				m.Until = v
				continue
			} else if m != nil {
				out = append(out, *m)
			}
			open[name] = &Missing{op.Path, name, v, v}
		}
	}
	for _, m := range open {
		out = append(out, *m)
	}
	slices.SortFunc(out, func(a, b Missing) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Name, b.Name), a.From.Compare(b.From))
	})
	return out, nil
}
