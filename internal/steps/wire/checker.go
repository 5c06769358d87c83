package wire

import (
	"encoding/json"
	"net/http"
	"strings"

	"plumbline/internal/openapi"
)

// Checker checks answers against the documents of a profile.
type Checker struct {
	Profile openapi.Profile
	// Documents are those to check against; nil are the embedded ones.
	Documents *openapi.Documents
}

// Operation finds the document and the operation of a request. Both are nil where the documents have none: an unknown
// route, an action or method outside its microversions, a microversion beyond the documents.
func (c *Checker) Operation(n Note, method string, body []byte) (*openapi.Document, *openapi.Operation, error) {
	chain, err := c.Documents.Chain(n.Service, c.Profile)
	if err != nil {
		return nil, nil, err
	}
	version := n.Version
	if version.IsZero() {
		version = chain.Min()
	}
	document, err := chain.At(version)
	if err != nil {
		return nil, nil, nil // beyond the documents: there is nothing to check the answer against
	}
	path, _, _ := strings.Cut(n.Path, "?")
	route, _, _ := chain.Routes().Match(method, path)
	if route == nil {
		return document, nil, nil
	}
	action := ""
	if route.Actions {
		action = ActionOf(body)
	}
	return document, document.Lookup(route, action), nil
}

// Check answers the operation's id and every violation of the document in the answer.
func (c *Checker) Check(n Note, method string, asked []byte, status int, h http.Header, answer []byte) (string, []*openapi.Violation) {
	_, operation, err := c.Operation(n, method, asked)
	if err != nil || operation == nil {
		return "", nil
	}
	var value any
	if len(answer) > 0 && json.Unmarshal(answer, &value) != nil {
		value = string(answer)
	} else if n.JSON != nil {
		*n.JSON = value
	}
	return operation.ID, operation.CheckResponse(status, h, value)
}

// ActionOf is the single key of an action's body, "" for any other body.
func ActionOf(body []byte) string {
	var keys map[string]json.RawMessage
	if json.Unmarshal(body, &keys) != nil || len(keys) != 1 {
		return ""
	}
	for key := range keys {
		return key
	}
	return ""
}

func pointer(v *openapi.Violation) string {
	if len(v.Path) == 0 {
		return v.Keyword
	}
	return "/" + strings.Join(v.Path, "/")
}

// got describes the offending value briefly; a whole object would repeat the body.
func (r *Recorder) got(v *openapi.Violation) string {
	switch v.Value.(type) {
	case map[string]any:
		return "an object"
	case []any:
		return "an array"
	}
	if v.Value == nil {
		return ""
	}
	text, err := json.Marshal(v.Value)
	if err != nil {
		return ""
	}
	return r.Redact.Body("application/json", text)
}
