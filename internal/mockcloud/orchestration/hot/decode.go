package hot

import (
	"encoding/json"
	"strings"

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
		out, own := make(object, len(n.Content)/2), map[string]bool{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			v, err := decodePlain(n.Content[i+1])
			if err != nil {
				return nil, err
			}
			if n.Content[i].ShortTag() == "!!merge" {
				merged(out, v, own)
				continue
			}
			out[n.Content[i].Value] = v
			own[n.Content[i].Value] = true
		}
		return out, nil
	}
	return scalar(n)
}

// merged adds the keys of a map, or of a list of maps, that a map does not have itself.
func merged(out object, v any, own map[string]bool) {
	for _, one := range listOf(v) {
		m, _ := as[object](one)
		for key, value := range m {
			if _, there := out[key]; !there && !own[key] {
				out[key] = value
			}
		}
	}
}

// flags are the words that YAML 1.1, which Heat reads, takes for true and false besides those two.
var flags = map[string]bool{"yes": true, "on": true, "no": false, "off": false}

func scalar(n *yaml.Node) (any, error) {
	if on, isFlag := flags[strings.ToLower(n.Value)]; isFlag && n.Style == 0 && n.Tag != "!" &&
		(n.Value == strings.ToLower(n.Value) || n.Value == strings.ToUpper(n.Value) || n.Value[1:] == strings.ToLower(n.Value[1:])) {
		return on, nil
	}
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
