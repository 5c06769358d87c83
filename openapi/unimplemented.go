package openapi

import (
	"cmp"
	"slices"
)

// Name says which operation it is, as people write it: "GET /servers/{server_id}", with the action in brackets.
func (o *Operation) Name() string {
	if o.Action != "" {
		return o.Method + " " + o.Path + " (" + o.Action + ")"
	}
	return o.Method + " " + o.Path
}

// Missing is an operation that the mock does not perform yet, over a range of versions.
type Missing struct {
	Path, Name string
	// From and Until are the first and the last version of the range.
	From, Until Version
}

// Unimplemented lists the operations that are marked so at any version, by path, name and version.
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
