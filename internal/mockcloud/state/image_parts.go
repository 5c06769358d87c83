package state

import (
	"time"

	"plumbline/internal/mockcloud/state/engine"
)

// ImageMember is a project that an image is shared with.
type ImageMember struct {
	ProjectID        string
	Status           string // pending, accepted, rejected
	Created, Updated time.Time
}

// ImageTask is work of the image service that a caller began, such as an import.
type ImageTask struct {
	ID                         string
	Serial                     int64
	Type, Status, Owner        string
	ImageID, RequestID, UserID string
	Message                    string
	Input, Result              JSON
	Created, Updated           time.Time
	// Expires is nil until the task has ended.
	Expires *time.Time
}

// ImageTasks are all tasks.
var ImageTasks = engine.Register(engine.Table[ImageTask]{
	Name: "image-tasks",
	ID:   func(t *ImageTask) string { return t.ID },
	Indexes: []engine.Index[ImageTask]{
		{Name: "serial", Of: func(t *ImageTask) []string { return []string{Serial(t.Serial)} }},
		{Name: "image", Of: func(t *ImageTask) []string { return []string{t.ImageID} }},
	},
})

// Definitions is a namespace of definitions that the image service keeps for others.
type Definitions struct {
	Name                     string
	Serial                   int64
	DisplayName, Description string
	Visibility, Owner        string
	Protected                bool
	Created, Updated         time.Time
}

// Namespaces are all namespaces of definitions.
var Namespaces = engine.Register(engine.Table[Definitions]{
	Name: "definitions",
	ID:   func(n *Definitions) string { return n.Name },
	Indexes: []engine.Index[Definitions]{
		{Name: "serial", Of: func(n *Definitions) []string { return []string{Serial(n.Serial)} }},
	},
})

// Definition is something defined in a namespace: a property, an object, a tag, or a type of resource that the namespace is for.
type Definition struct {
	Kind, Namespace, Name    string
	Serial                   int64
	Description              string
	Required                 []string
	Properties               Extra // of an object: by name; of a property: what is said of it
	Prefix, PropertiesTarget string
	Created, Updated         time.Time
}

// DefinitionID is the id of a definition.
func DefinitionID(kind, namespace, name string) string { return kind + "/" + namespace + "/" + name }

// DefinitionsIn are all that namespaces define.
var DefinitionsIn = engine.Register(engine.Table[Definition]{
	Name: "definitions-in",
	ID:   func(d *Definition) string { return DefinitionID(d.Kind, d.Namespace, d.Name) },
	Indexes: []engine.Index[Definition]{
		{Name: "kind", Of: func(d *Definition) []string { return []string{d.Kind + "/" + d.Namespace} }},
	},
})
