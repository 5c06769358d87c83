package kind

import (
	"math"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/orchestration/hot"
)

// Convert converts a value to the property's type. For a loose value, the constraints of the elements are not checked.
func (p Property) Convert(v any, loose bool) (any, *Complaint) {
	switch p.Type {
	case "String":
		switch v.(type) {
		case string, bool, float64:
			return hot.Text(v), nil
		}
		return nil, NewComplaint(nil, "Value must be a string; got %s", hot.Repr(v))
	case "Integer":
		n, err := strconv.ParseFloat(strings.TrimSpace(hot.Text(v)), 64)
		if _, isText := v.(string); err != nil || isText && n != math.Trunc(n) {
			return nil, NewComplaint(nil, "Value '%s' is not an integer", hot.Text(v))
		}
		return math.Trunc(n), nil
	case "Number":
		n, err := strconv.ParseFloat(strings.TrimSpace(hot.Text(v)), 64)
		if err != nil {
			return nil, NewComplaint(nil, "could not convert string to float: %s", hot.Repr(v))
		}
		return n, nil
	case "Boolean":
		if b, ok := v.(bool); ok {
			return b, nil
		}
		text := strings.ToLower(hot.Text(v))
		if text != "true" && text != "false" {
			return nil, NewComplaint(nil, `"%s" is not a valid boolean`, text)
		}
		return text == "true", nil
	case "Map":
		return p.convertMap(v, loose)
	case "List":
		return p.convertList(v, loose)
	}
	return v, nil
}

func (p Property) convertMap(v any, loose bool) (any, *Complaint) {
	m, ok := v.(map[string]any)
	if !ok {
		said := hot.Repr(v)
		switch v := v.(type) {
		case string:
			said = v
		}
		return nil, NewComplaint(nil, `"%s" is not a map`, said)
	}
	if p.Inner == nil {
		return m, nil
	}
	return wrapped(SettleProperties(p.Inner, m, everything(m, loose)))
}

func (p Property) convertList(v any, loose bool) (any, *Complaint) {
	list, ok := v.([]any)
	if !ok {
		return nil, NewComplaint(nil, `"%s" is not a list`, hot.Repr(v))
	}
	if p.Each == nil {
		return list, nil
	}
	out := make([]any, len(list))
	for i, e := range list {
		if e == nil {
			continue
		}
		typed, c := p.Each.value(e, loose)
		if c != nil {
			return nil, c.WithPathPrefix(strconv.Itoa(i))
		}
		out[i] = typed
	}
	return out, nil
}

func wrapped(m map[string]any, c *Complaint) (any, *Complaint) {
	if c != nil {
		return nil, c
	}
	return m, nil
}

func everything(m map[string]any, loose bool) map[string]bool {
	out := map[string]bool{}
	for key := range m {
		out[key] = loose
	}
	return out
}
