package openapi

import (
	"fmt"
	"net/http"
	"strings"

	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/schema"
)

// response is the compiled declaration of one status.
type response struct {
	Err     error
	headers []responseHeader
	Schema  *schema.Schema
	// content: a body is declared; json: the body is JSON.
	content, json bool
}

type responseHeader struct {
	name     string
	required bool
	kind     string
	schema   *schema.Schema
}

func (o *Operation) compileResponse(declared map[string]any) *response {
	declared, err := o.Doc.Resolve(declared)
	if err != nil {
		return &response{Err: err}
	}
	r := &response{}
	headers := node.Object(declared, "headers")
	for _, name := range node.SortedKeys(headers) {
		h, err := o.Doc.Resolve(node.Object(headers, name))
		if err != nil {
			return &response{Err: err}
		}
		rh := responseHeader{name: name, required: node.IsTrue(h, "required"), kind: node.Text(h, "schema", "type")}
		if h["schema"] != nil {
			rh.schema = o.Doc.compile(h["schema"])
		}
		r.headers = append(r.headers, rh)
	}
	content := node.Object(declared, "content")
	r.content = len(content) > 0
	if media := JsonContent(content); media != nil {
		r.json = true
		if media["schema"] != nil {
			r.Schema = o.Doc.compile(media["schema"])
		}
	}
	return r
}

func isJSONMedia(name string) bool {
	media, _, _ := strings.Cut(name, ";")
	return strings.HasSuffix(media, "/json") || strings.Contains(media, "json")
}

// maxViolations bounds the result of CheckResponse.
const maxViolations = 20

// CheckResponse checks an answer against the declaration of its status: the status itself, required headers and the decoded
// JSON body (nil: no body; a body that is not JSON is not checked, and given as any non-nil value). It answers up to 20
// violations, nil for none.
func (o *Operation) CheckResponse(status int, h http.Header, body any) []*schema.Violation {
	r := o.Response(status)
	if r == nil {
		return []*schema.Violation{
			{Keyword: "status", Value: float64(status), Message: fmt.Sprintf("status %d is not declared by %s", status, o.ID)},
		}
	}
	if r.Err != nil {
		return []*schema.Violation{{Keyword: "schema", Message: r.Err.Error()}}
	}
	out := r.checkHeaders(h)
	switch {
	case !r.content && body != nil:
		out = append(out, &schema.Violation{Keyword: "content", Value: body, Message: "a body is answered where none is declared"})
	case body == nil && r.Schema != nil && r.Schema.Check(nil) == nil: // the document allows null as the body
	case r.json && body == nil && o.Method != http.MethodHead:
		out = append(out, &schema.Violation{Keyword: "content", Message: "a body is declared and none is answered"})
	case r.Schema != nil && body != nil:
		out = append(out, r.Schema.CheckAll(body, maxViolations)...)
	}
	return out
}

func (r *response) checkHeaders(h http.Header) (out []*schema.Violation) {
	for i := range r.headers {
		rh := &r.headers[i]
		values := h.Values(rh.name)
		if len(values) == 0 {
			if rh.required {
				out = append(out, &schema.Violation{
					Path: []string{rh.name}, Keyword: "required",
					Message: fmt.Sprintf("the header %s is missing", rh.name),
				})
			}
			continue
		}
		if rh.schema == nil {
			continue
		}
		if v := rh.schema.Check(asKind(values[0], rh.kind)); v != nil {
			v.Path = append([]string{rh.name}, v.Path...)
			out = append(out, v)
		}
	}
	return out
}

// Project answers the part of value that the response schema of the status lists, without fields whose
// x-openstack-field-policy granted refuses (nil grants everything). Missing fields stay missing. Where nothing is removed,
// the result shares maps and lists with value. A status without a JSON schema keeps everything.
func (o *Operation) Project(status int, value any, granted func(rule string) bool) any {
	r := o.Response(status)
	if r == nil || r.Schema == nil || r.Schema.Projector == nil {
		return value
	}
	return r.Schema.Projector.Project(value, granted)
}

// AppendResponse does the work of Project, CheckResponse and AppendJSON in one pass, and also accepts Go values other than
// plain ones: int, *string, time.Time, []string, map[string]string, *Fields, views. The bool is false where it cannot be
// sure that the answer is valid; dst then has garbage at its end, and the caller uses the three functions.
func (o *Operation) AppendResponse(dst []byte, status int, h http.Header, value any, granted func(rule string) bool) ([]byte, bool) {
	r := o.Response(status)
	if r == nil || r.Err != nil || r.Schema == nil || r.Schema.Writer == nil || value == nil || len(r.headers) > 0 &&
		len(r.checkHeaders(h)) > 0 {
		return dst, false
	}
	g := schema.Granting{Ask: granted}
	return r.Schema.Writer.Write(dst, value, &g)
}

// FieldPolicies lists the distinct x-openstack-field-policy rules of the status's response schema, sorted.
func (o *Operation) FieldPolicies(status int) []string {
	r := o.Response(status)
	if r == nil || r.Schema == nil || r.Schema.Projector == nil {
		return nil
	}
	return r.Schema.Projector.Rules()
}
