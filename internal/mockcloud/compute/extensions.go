package compute

import (
	_ "embed"
	"maps"
	"slices"
	"sync"

	"go.yaml.in/yaml/v3"

	"plumbline/internal/mockcloud/pipeline"
)

//go:embed extensions.yaml
var extensionsYAML []byte

// extension is a part of the API that used to be optional.
type extension struct {
	Alias       string     `json:"alias"`
	Name        string     `json:"name"`
	Description string     `json:"description"`
	Namespace   string     `json:"namespace"`
	Updated     string     `json:"updated"`
	Links       []struct{} `json:"links"`
}

// extensionOperationSet holds the list of extensions, which is kept for old clients only.
var extensionOperationSet = sync.OnceValues(func() (pipeline.OperationSet, error) {
	var names map[string]string
	if err := yaml.Unmarshal(extensionsYAML, &names); err != nil {
		return pipeline.OperationSet{}, err
	}
	view := func(alias string) extension {
		return extension{
			Alias: alias, Name: names[alias], Description: "The extension " + names[alias] + ", a part of the API.",
			Namespace: "http://docs.openstack.org/compute/ext/fake_xml", Updated: "2014-12-03T00:00:00Z", Links: []struct{}{},
		}
	}
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"extensions.list": {Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			out := []extension{}
			for _, alias := range slices.Sorted(maps.Keys(names)) {
				out = append(out, view(alias))
			}
			return pipeline.Answer(200, "extensions", out), nil
		}},
		"extensions.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			alias := x.Params.Get("alias")
			if names[alias] == "" {
				return nil, pipeline.NotFound("The resource could not be found.")
			}
			return pipeline.Answer(200, "extension", view(alias)), nil
		}},
	}}, nil
})
