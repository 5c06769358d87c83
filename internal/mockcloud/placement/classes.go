package placement

import (
	"cmp"
	_ "embed"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

//go:embed standard.yaml
var standardYAML []byte

// standardNames are the resource classes and traits that every placement service has.
type standardNames struct {
	Classes []string `yaml:"resource_classes"`
	Traits  []string `yaml:"traits"`
}

var standard = sync.OnceValue(func() (names standardNames) {
	if err := yaml.Unmarshal(standardYAML, &names); err != nil {
		panic(fmt.Sprintf("standard.yaml: %v", err)) // embedded
	}
	return names
})

// classes are the names of all resource classes in the order of their creation.
func classes(x *pipeline.Exchange) []string {
	var made []*state.ResourceClass
	for c := range state.ResourceClasses.All(x.Txn) {
		made = append(made, c)
	}
	slices.SortFunc(made, func(a, b *state.ResourceClass) int { return cmp.Compare(a.Serial, b.Serial) })
	out := slices.Clone(standard().Classes)
	for _, c := range made {
		out = append(out, c.ID)
	}
	return out
}

// isClass tells whether a resource class exists.
func isClass(x *pipeline.Exchange, name string) bool {
	return slices.Contains(standard().Classes, name) || state.ResourceClasses.Get(x.Txn, name) != nil
}

func noClass(name string) *pipeline.Fault {
	return pipeline.NotFound("No such resource class %s.", name)
}

// classList holds the operations that list and show resource classes.
var classList = collection.Of[classView, pipeline.Nothing, pipeline.Nothing]{
	In:   &collection.Service{Bare: true, Missing: func(_, name string) *pipeline.Fault { return noClass(name) }},
	Noun: "resource_class", Plural: "resource_classes", Param: "resource_class",
	Derived: func(x *pipeline.Exchange) iter.Seq[*classView] {
		return func(yield func(*classView) bool) {
			for _, name := range classes(x) {
				if !yield(viewClass(name)) {
					return
				}
			}
		}
	},
	ID: func(c *classView) string { return c.Name },
}

type classView struct {
	Name  string          `json:"name"`
	Links []pipeline.Link `json:"links"`
}

func viewClass(name string) *classView {
	return &classView{name, []pipeline.Link{{Rel: "self", Href: classPath(name)}}}
}

func classPath(name string) string { return Prefix + "/resource_classes/" + name }

// naming holds the values that the steps of resource-classes.create and resource-classes.update share.
type naming struct {
	Request struct {
		Name string `json:"name"`
	} `body:""`
}

var createClass = pipeline.OperationOf[naming]{
	Steps: []pipeline.StepOf[naming]{
		{Name: "name is free", Run: func(x *pipeline.Exchange, w *naming) *pipeline.Fault {
			if isClass(x, w.Request.Name) {
				return pipeline.Conflict("Conflicting resource class already exists: %s", w.Request.Name)
			}
			return nil
		}},
		{Name: "store the class", Run: func(x *pipeline.Exchange, w *naming) *pipeline.Fault {
			storeClass(x, w.Request.Name)
			return nil
		}},
	},
	Answer: func(x *pipeline.Exchange, w *naming) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Status(201).WithHeader("Location", x.Root+classPath(w.Request.Name)), nil
	},
}.Operation()

func storeClass(x *pipeline.Exchange, name string) {
	state.ResourceClasses.Insert(x.Txn, &state.ResourceClass{ID: name, Serial: x.Txn.Next("resource-classes")})
}

// updateClass renames a class (up to 1.6).
var updateClass = pipeline.OperationOf[naming]{
	Steps: []pipeline.StepOf[naming]{
		{Name: "class exists", Run: pipeline.Ignoring[naming](classExists)},
		{Name: "class is custom", Run: pipeline.Ignoring[naming](func(x *pipeline.Exchange) *pipeline.Fault {
			if name := x.Params.Get("resource_class"); slices.Contains(standard().Classes, name) {
				return pipeline.BadRequest("Cannot update standard resource class %s", name)
			}
			return nil
		})},
		{Name: "name is free", Run: func(x *pipeline.Exchange, w *naming) *pipeline.Fault {
			if w.Request.Name != x.Params.Get("resource_class") && isClass(x, w.Request.Name) {
				return pipeline.Conflict("Resource class already exists: %s", w.Request.Name)
			}
			return nil
		}},
		{Name: "store the class", Run: func(x *pipeline.Exchange, w *naming) *pipeline.Fault {
			renamed := *state.ResourceClasses.Get(x.Txn, x.Params.Get("resource_class"))
			state.ResourceClasses.Delete(x.Txn, renamed.ID)
			renamed.ID = w.Request.Name
			state.ResourceClasses.Insert(x.Txn, &renamed)
			return nil
		}},
	},
	Answer: func(_ *pipeline.Exchange, w *naming) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Body(200, viewClass(w.Request.Name)), nil
	},
}.Operation()

func classExists(x *pipeline.Exchange) *pipeline.Fault {
	if name := x.Params.Get("resource_class"); !isClass(x, name) {
		return noClass(name)
	}
	return nil
}

// ensureClass creates a class unless it exists (from 1.7).
func ensureClass(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	name := x.Params.Get("resource_class")
	if !custom().MatchString(name) {
		return nil, pipeline.BadRequest("JSON does not validate: '%s' does not match '^CUSTOM_[A-Z0-9_]+$'", name)
	}
	status := 204
	if !isClass(x, name) {
		storeClass(x, name)
		status = 201
	}
	return pipeline.Status(status).WithHeader("Location", x.Root+classPath(name)), nil
}

var deleteClass = pipeline.OperationOf[pipeline.Nothing]{
	Steps: []pipeline.StepOf[pipeline.Nothing]{
		{Name: "class exists", Run: pipeline.Ignoring[pipeline.Nothing](classExists)},
		{Name: "class is custom", Run: pipeline.Ignoring[pipeline.Nothing](func(x *pipeline.Exchange) *pipeline.Fault {
			if name := x.Params.Get("resource_class"); !strings.HasPrefix(name, "CUSTOM_") {
				return pipeline.BadRequest("Error in delete resource class: Cannot delete standard resource class %s.", name)
			}
			return nil
		})},
		{Name: "class is not in use", Run: pipeline.Ignoring[pipeline.Nothing](func(x *pipeline.Exchange) *pipeline.Fault {
			name := x.Params.Get("resource_class")
			for kept := range state.Providers.All(x.Txn) {
				if _, used := kept.Inventories[name]; used {
					return pipeline.Conflict("Error in delete resource class: Cannot delete resource class %s. Class is in use in "+
						"inventory.", name)
				}
			}
			return nil
		})},
		{Name: "delete the class", Run: pipeline.Ignoring[pipeline.Nothing](func(x *pipeline.Exchange) *pipeline.Fault {
			state.ResourceClasses.Delete(x.Txn, x.Params.Get("resource_class"))
			return nil
		})},
	},
	Answer: func(*pipeline.Exchange, *pipeline.Nothing) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Status(204), nil
	},
}.Operation()
