package world

// Image is the id of the run's first image, ImageAlt of its second; they stop the step when there is none.
func (w *World) Image() string    { panic("pending") }
func (w *World) ImageAlt() string { panic("pending") }

// Flavor is the id of the run's flavor.
func (w *World) Flavor() string { panic("pending") }

// Path fills the ids of remembered nouns into a path: "{server}" is the noun server "", "{server:other}" the
// noun server "other", "{project:member}" the project id of an actor, "{user:member}" its user id. It stops
// the step when a noun is not there.
func (w *World) Path(template string) string { panic("pending") }

// RealName is what a remembered noun is called in the cloud.
func (w *World) RealName(kind, name string) string { return w.Noun(kind, name).RealName }

// CreateNetwork makes a network with a subnet in the actor's project and remembers it as "network NAME".
func (w *World) CreateNetwork(actor, name string) (*Noun, error) { panic("pending") }

// CreateStack makes a stack from a HOT template (decoded), waits for CREATE_COMPLETE and remembers it as "stack NAME".
func (w *World) CreateStack(actor, name string, template map[string]any) (*Noun, error) {
	panic("pending")
}
