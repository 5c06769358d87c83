package kind

import (
	"errors"
	"fmt"
	"slices"

	"plumbline/internal/mockcloud/orchestration/hot"
)

// Complaint is a validation error of a resource: the error's name, its place and its text.
type Complaint struct {
	Name string
	Path []string
	Text string
	// Kind is the type of Heat's error if it is not StackValidationFailed.
	Kind string
	// Status is the status of the answer; 0 stands for 400.
	Status int
}

// NewComplaint is an error in the property that the path names.
func NewComplaint(path []string, format string, args ...any) *Complaint {
	return &Complaint{Name: "Property error", Path: path, Text: fmt.Sprintf(format, args...)}
}

// WithPathPrefix is the complaint with steps put in front of its path.
func (c *Complaint) WithPathPrefix(steps ...string) *Complaint {
	at := *c
	at.Path = append(slices.Clone(steps), c.Path...)
	return &at
}

// String is the text as Heat's API reports it: its parts are joined by ": : ", because the API and the engine both join them.
func (c *Complaint) String() string { return c.JoinedWith(": : ") }

// JoinedWith is the text with its parts joined by a separator; the engine's own is ": ".
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

// OfTemplate converts an error in a template to a Complaint.
func OfTemplate(f *hot.Fault) *Complaint {
	c := &Complaint{Kind: f.Type, Name: f.Name, Text: f.Message}
	if f.Path != "" {
		c.Path = []string{f.Path}
	}
	return c
}

// OfError is the complaint about a value that cannot be evaluated.
func OfError(err error) *Complaint {
	var wrong *hot.Fault
	if errors.As(err, &wrong) {
		return OfTemplate(wrong)
	}
	return &Complaint{Text: err.Error()}
}
