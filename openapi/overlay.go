package openapi

// Overlay is a document of the OpenAPI Overlay Specification 1.0.0.
type Overlay struct {
	Title   string
	Version string
	Actions []OverlayAction
	// Name is the file it came from, for messages.
	Name string
}

// OverlayAction changes what its target selects: Remove takes the selected nodes out, otherwise Update
// is merged into each (maps recursively, arrays by concatenation).
type OverlayAction struct {
	Target      string
	Description string
	Update      any
	Remove      bool
}

// ParseOverlay reads a YAML (or JSON) overlay strictly: an unknown key is an error.
func ParseOverlay(name string, text []byte) (Overlay, error) { panic("pending") }
