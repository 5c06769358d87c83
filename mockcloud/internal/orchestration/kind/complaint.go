package kind

import (
	"fmt"
	"slices"

	"plumbline/mockcloud/internal/orchestration/hot"
)

// Complaint is what is wrong with a resource: the error's name, where, and its text.
type Complaint struct {
	Name string
	Path []string
	Text string
	// Kind is the type of Heat's error where it is not a failed validation.
	Kind string
	// Status is that of the answer; 0 is 400.
	Status int
}

// NewComplaint complains about a property; the path says which.
func NewComplaint(path []string, format string, args ...any) *Complaint {
	return &Complaint{Name: "Property error", Path: path, Text: fmt.Sprintf(format, args...)}
}

// WithPathPrefix puts steps in front of a complaint's path.
func (c *Complaint) WithPathPrefix(steps ...string) *Complaint {
	at := *c
	at.Path = append(slices.Clone(steps), c.Path...)
	return &at
}

// String is the text as Heat's API tells it: the engine's error is put together twice, once on either side.
func (c *Complaint) String() string { return c.JoinedWith(": : ") }

// JoinedWith is the text with something between its parts: the engine itself has a colon there.
func (c *Complaint) JoinedWith(by string) string {
	var out string
	if c.Name != "" {
		out = c.Name + by
	}
	if len(c.Path) > 0 {
		out += joinPath(c.Path) + by
	}
	return out + c.Text
}

// OfTemplate is what is wrong with a template as a complaint.
func OfTemplate(f *hot.Fault) *Complaint {
	c := &Complaint{Kind: f.Type, Name: f.Name, Text: f.Message}
	if f.Path != "" {
		c.Path = []string{f.Path}
	}
	return c
}
