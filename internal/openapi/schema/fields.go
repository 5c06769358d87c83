package schema

// Fields is an object of a few fields, in any order, cheaper than a map. AppendResponse accepts it.
type Fields []Field

// Field is one field of an object.
type Field struct {
	Name  string
	Value any
}

// Map is the object as a map.
func (f *Fields) Map() map[string]any {
	out := make(map[string]any, len(*f))
	for _, each := range *f {
		out[each.Name] = each.Value
	}
	return out
}

func (f *Fields) size() int { return len(*f) }

func (f *Fields) get(name string) (any, bool) {
	for i := range *f {
		if each := &(*f)[i]; each.Name == name {
			return each.Value, true
		}
	}
	return nil, false
}
