// Package extensions knows the extensions of the network service: what clients and compute look for before they use something.
package extensions

import (
	_ "embed"
	"sync"

	"go.yaml.in/yaml/v3"
)

//go:embed known.yaml
var known []byte

// ResourceGroups is the extension with which ports can ask for several resources at once.
const ResourceGroups = "port-resource-request-groups"

// Extension is a part of the API that a deployment may have.
type Extension struct {
	Alias       string   `json:"alias" yaml:"alias"`
	Name        string   `json:"name" yaml:"name"`
	Description string   `json:"description" yaml:"description"`
	Updated     string   `json:"updated" yaml:"updated"`
	Links       []string `json:"links" yaml:"-"`
}

// All are the extensions, by alias.
var All = sync.OnceValue(func() (all []*Extension) {
	if err := yaml.Unmarshal(known, &all); err != nil {
		panic("network: known.yaml: " + err.Error())
	}
	for _, e := range all {
		e.Links = []string{}
	}
	return all
})
