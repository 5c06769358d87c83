package network

import (
	"fmt"
	"net/netip"
	"strings"

	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/pipeline"

	"github.com/google/uuid"
)

// anything is an attribute that is taken and not looked at.
type anything struct{}

// id is the id of something else.
type id string

// flag is a boolean as Neutron reads it.
type flag bool

// ReadBody implements body.Reader.
func (b *flag) ReadBody(v any) { *b = flag(truth(v) == 1) }

// truth is 1 for true, 0 for false, -1 for what is neither.
func truth(v any) int {
	switch strings.ToLower(fmt.Sprint(v)) {
	case "true", "1":
		return 1
	case "false", "0":
		return 0
	}
	return -1
}

// cidr is a range of addresses in its normal form.
type cidr string

// ReadBody implements body.Reader.
func (c *cidr) ReadBody(v any) {
	if p, err := netip.ParsePrefix(body.As[string](v)); err == nil {
		*c = cidr(p.Masked().String())
	}
}

// texts are the texts of a list; one that follows itself is there once.
type texts []string

// ReadBody implements body.Reader.
func (t *texts) ReadBody(v any) {
	*t = texts{}
	for _, each := range body.As[[]any](v) {
		if s, ok := each.(string); ok && (len(*t) == 0 || (*t)[len(*t)-1] != s) {
			*t = append(*t, s)
		}
	}
}

// owned is whose something new is: its creator's project's unless another is given.
type owned struct {
	ProjectID body.Opt[string] `json:"project_id" attribute:"fixed"`
	TenantID  body.Opt[string] `json:"tenant_id" attribute:"fixed"`
}

func (o *owned) project(x *pipeline.Exchange) string {
	return o.ProjectID.Or(o.TenantID.Or(x.Caller.ProjectID))
}

func text(key string, value any) *pipeline.Fault {
	if _, ok := value.(string); ok {
		return nil
	}
	return badRequest("Invalid input for %s. Reason: '%v' is not a valid string.", key, value)
}

func boolean(_ string, value any) *pipeline.Fault {
	if truth(value) >= 0 {
		return nil
	}
	return fault(400, "InvalidInput", "Invalid input for operation: '%v' cannot be converted to boolean.", value)
}

func number(key string, value any) *pipeline.Fault {
	if _, ok := value.(float64); ok {
		return nil
	}
	return badRequest("Invalid input for %s. Reason: '%v' is not an integer.", key, value)
}

func uuidText(key string, value any) *pipeline.Fault {
	if uuid.Validate(body.As[string](value)) == nil {
		return nil
	}
	return badRequest("Invalid input for %s. Reason: '%v' is not a valid UUID.", key, value)
}

func addressRange(_ string, value any) *pipeline.Fault {
	if _, err := netip.ParsePrefix(body.As[string](value)); err == nil {
		return nil
	}
	return fault(400, "InvalidInput", "Invalid input for operation: %v is not in a CIDR format.", value)
}
