package world

// ServerSpec is a server to boot. Zero values mean: by member, the run's first image, the run's flavor,
// no key, no network, at a fixed microversion of the suite's own.
type ServerSpec struct {
	// Name is what sentences call it, "" for "the server".
	Name  string
	Actor string
	// Key is the sentence's name of a key pair already created, "" for none.
	Key string
	// Image is an image id.
	Image string
	// Network is the name of a network noun, "" for none at all.
	Network string
	Zone    string
	// Extra is merged into the server object of the request.
	Extra map[string]any
}

// BootServer creates a server, registers its removal, waits until it is ACTIVE and remembers it.
func (w *World) BootServer(s ServerSpec) (*Noun, error) { panic("pending") }

// ShowServer reads a remembered server as an actor ("" for its owner) at a microversion ("" for the newest offered).
func (w *World) ShowServer(role Role, actor string, n *Noun, at string) (*Exchange, error) {
	panic("pending")
}

// AwaitServer waits until the server has one of the statuses and no task; timeout is a name of Timeouts.
func (w *World) AwaitServer(n *Noun, timeout string, status ...string) error { panic("pending") }

// ActSetup does a server action in a Given sentence and awaits the status: ("os-stop", nil, "SHUTOFF").
func (w *World) ActSetup(actor string, n *Noun, action string, args any, status string) error {
	panic("pending")
}
