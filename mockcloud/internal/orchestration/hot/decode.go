package hot

import (
	"encoding/json"

	"go.yaml.in/yaml/v3"
)

// decodeYAML reads a text of JSON or YAML into plain values. JSON is tried first: with tabs it is no YAML. Dates stay text, because
// the version of a template is a date.
func decodeYAML(text string) (any, error) {
	var value any
	if json.Unmarshal([]byte(text), &value) == nil {
		return value, nil
	}
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		return nil, err
	}
	if len(doc.Content) == 0 {
		return map[string]any{}, nil
	}
	return decodePlain(doc.Content[0])
}

func decodePlain(n *yaml.Node) (any, error) {
	switch n.Kind {
	case yaml.AliasNode:
		return decodePlain(n.Alias)
	case yaml.SequenceNode:
		out := make([]any, 0, len(n.Content))
		for _, c := range n.Content {
			v, err := decodePlain(c)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		}
		return out, nil
	case yaml.MappingNode:
		out := make(map[string]any, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			v, err := decodePlain(n.Content[i+1])
			if err != nil {
				return nil, err
			}
			out[n.Content[i].Value] = v
		}
		return out, nil
	}
	return scalar(n)
}

func scalar(n *yaml.Node) (any, error) {
	switch n.ShortTag() {
	case "!!int", "!!float":
		var f float64
		err := n.Decode(&f)
		return f, err
	case "!!bool":
		var b bool
		err := n.Decode(&b)
		return b, err
	case "!!null":
		return nil, nil
	}
	return n.Value, nil
}
