// Package kinds holds the resource types: the behaviour of each in Go, its properties and attributes in data/*.yaml.
package kinds

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"sync"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/networking"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/orchestration/kinds/software"
	"plumbline/internal/mockcloud/orchestration/kinds/storage"
	"plumbline/internal/openapi"
)

// behaviours are the resource types' behaviours, by type.
func behaviours() map[string]*kind.Kind {
	all := map[string]*kind.Kind{
		"OS::Glance::WebImage":       webImage(),
		"OS::Heat::AutoScalingGroup": autoScalingGroup(),
		"OS::Heat::None":             noneKind(),
		"OS::Heat::RandomString":     randomString(),
		"OS::Heat::ResourceGroup":    resourceGroup(),
		"OS::Heat::ScalingPolicy":    scalingPolicy(),
		"OS::Heat::Stack":            remoteStack(),

		"OS::Heat::SoftwareDeploymentGroup":   deploymentGroup("OS::Heat::SoftwareDeployment"),
		"OS::Heat::StructuredDeploymentGroup": deploymentGroup("OS::Heat::StructuredDeployment"),

		"OS::Heat::TestResource": testResource(),
		"OS::Heat::Value":        valueOf(),
		"OS::Nova::KeyPair":      keyPair(),
		"OS::Nova::Server":       server(),
		"OS::Nova::ServerGroup":  serverGroup(),
		"OS::Heat::Delay":        delay(),
		"OS::Nova::Flavor":       flavor(),
	}
	for _, more := range []map[string]*kind.Kind{networking.Kinds(), storage.Kinds(), software.Kinds()} {
		maps.Copy(all, more)
	}
	return all
}

//go:embed data
var data embed.FS

// All answers all resource types; they are read on the first call.
var All = sync.OnceValues(func() (*kind.Types, error) { return join(data, behaviours()) })

// join combines behaviours with properties and attributes. A type without data, and data without a type, are errors.
func join(files fs.FS, does map[string]*kind.Kind) (*kind.Types, error) {
	names, err := fs.Glob(files, "data/*.yaml")
	if err != nil {
		return nil, err
	}
	known := map[string]string{}
	var hidden []*kind.Data
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		d, err := kind.ReadData(name, text)
		if err != nil {
			return nil, err
		}
		k := does[d.Type]
		switch {
		case k == nil:
			return nil, fmt.Errorf("%s: type: there is no code for %s", name, d.Type)
		case known[d.Type] != "":
			return nil, fmt.Errorf("%s: type: %s is in %s already", name, d.Type, known[d.Type])
		}
		known[d.Type] = name
		k.Properties, k.Attributes, k.Admin = d.Properties, d.Attributes, d.Admin
		k.Unmade = d.Unmade
		if d.HiddenAs != "" {
			hidden = append(hidden, d)
		}
		k.Checked, k.KeepsMetadata, k.Unchanging = d.Checked, !d.UpdatesMetadata, d.Unchanging
	}
	for _, name := range hot.Keys(does) {
		if known[name] == "" {
			return nil, fmt.Errorf("%s has no file in data", name)
		}
	}
	for _, d := range hidden {
		older := *does[d.Type]
		older.Hidden = true
		does[d.HiddenAs] = &older
	}
	types := &kind.Types{ByName: does, Finders: remote.Finders()}
	types.File = func(t *hot.Template, defaults hot.Values) *kind.Kind { return file(types, t, defaults) }
	return types, nil
}

// serverGroup is OS::Nova::ServerGroup.
func serverGroup() *kind.Kind {
	return remote.Plain{
		Service: openapi.Compute, Path: "/os-server-groups", Key: "server_group", Version: withRules,
		Renamed: map[string]string{"policies": ""},
		Prepare: func(t *kind.Task, request kind.Values, _ bool) *kind.Failure {
			if policies := body.As[[]any](t.Resource.Properties["policies"]); len(policies) > 0 {
				request["policy"] = policies[0]
			}
			return nil
		},
	}.Kind()
}

// withRules is the microversion in which a group has one policy, and rules for it.
var withRules = openapi.MustVersion("2.64")
