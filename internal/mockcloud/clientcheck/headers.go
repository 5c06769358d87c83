package clientcheck

import (
	"encoding/json"
	"mime"
	"net/http"
	"strings"

	"plumbline/internal/openapi"
)

// headers judges the headers that all services have in common.
func (j *judge) headers(c *call) {
	if c.RequestHeader.Get("User-Agent") == "" {
		j.noteAt(noAgent, string(c.Service), c, "", "")
	}
	if !c.discovers() && !c.logsIn() && !strings.HasPrefix(c.RequestHeader.Get("X-Openstack-Request-Id"), "req-") {
		j.noteAt(noRequestID, c.agent, c, "", "")
	}
	j.contentType(c)
	j.judgeAccept(c)
}

// logsIn tells whether the request is for a token: client libraries send it before there is a job.
func (c *call) logsIn() bool {
	return c.Service == openapi.Identity && c.Method == http.MethodPost && c.route != nil && c.route.Path == "/v3/auth/tokens"
}

func (j *judge) contentType(c *call) {
	if c.RequestBody == "" {
		return
	}
	given := c.RequestHeader.Get("Content-Type")
	kind, _, err := mime.ParseMediaType(given)
	switch {
	case c.Status == 415:
		j.addFinding(refusedType, c, "Content-Type", given)
	case given == "":
		j.addFinding(noType, c, "Content-Type", "")
	case err == nil && (kind == "application/json" || strings.HasSuffix(kind, "+json") || strings.Contains(kind, "json-patch")):
	case c.operation != nil && c.jsonBody() != nil && json.Valid([]byte(c.RequestBody)):
		j.addFinding(badType, c, "Content-Type", given)
	}
}

func (j *judge) judgeAccept(c *call) {
	accept := c.RequestHeader.Values("Accept")
	if len(accept) == 0 || !strings.HasPrefix(c.ResponseHeader.Get("Content-Type"), "application/json") {
		return
	}
	for _, one := range strings.Split(strings.Join(accept, ","), ",") {
		kind, _, _ := strings.Cut(one, ";")
		switch strings.ToLower(strings.TrimSpace(kind)) {
		case "*/*", "application/*", "application/json":
			return
		}
	}
	j.addFinding(badAccept, c, "Accept", strings.Join(accept, ", "))
}
