package openapi

import (
	"fmt"
	"net/http"
	"strings"
)

// response is the compiled declaration of one status.
type response struct {
	err     error
	headers []responseHeader
	schema  *schema
	// content tells that a body is declared, json that it is JSON.
	content, json bool
}

type responseHeader struct {
	name     string
	required bool
	kind     string
	schema   *schema
}

func (o *Operation) compileResponse(declared map[string]any) *response {
	declared, err := o.doc.resolve(declared)
	if err != nil {
		return &response{err: err}
	}
	r := &response{}
	headers := object(declared, "headers")
	for _, name := range sortedKeys(headers) {
		h, err := o.doc.resolve(object(headers, name))
		if err != nil {
			return &response{err: err}
		}
		rh := responseHeader{name: name, required: truth(h, "required"), kind: text(h, "schema", "type")}
		if h["schema"] != nil {
			rh.schema = o.doc.compile(h["schema"])
		}
		r.headers = append(r.headers, rh)
	}
	content := object(declared, "content")
	r.content = len(content) > 0
	if media := jsonContent(content); media != nil {
		r.json = true
		if media["schema"] != nil {
			r.schema = o.doc.compile(media["schema"])
		}
	}
	return r
}

func isJSONMedia(name string) bool {
	media, _, _ := strings.Cut(name, ";")
	return strings.HasSuffix(media, "/json") || strings.Contains(media, "json")
}

// maxViolations bounds what CheckResponse lists.
const maxViolations = 20

// CheckResponse checks an answer against what the operation declares for its status: the status itself,
// required headers and the decoded JSON body (nil: no body; a body that is not JSON is not looked at, and
// given as any non-nil value). It answers up to 20 violations, nil for none.
func (o *Operation) CheckResponse(status int, h http.Header, body any) []*Violation {
	r := o.response(status)
	if r == nil {
		return []*Violation{{Keyword: "status", Value: float64(status), Message: fmt.Sprintf("status %d is not declared by %s", status, o.ID)}}
	}
	if r.err != nil {
		return []*Violation{{Keyword: "schema", Message: r.err.Error()}}
	}
	out := r.checkHeaders(h)
	switch {
	case !r.content && body != nil:
		out = append(out, &Violation{Keyword: "content", Value: body, Message: "a body is answered where none is declared"})
	case body == nil && r.schema != nil && r.schema.check(nil) == nil: // null is a body that the document allows
	case r.json && body == nil && o.Method != http.MethodHead:
		out = append(out, &Violation{Keyword: "content", Message: "a body is declared and none is answered"})
	case r.schema != nil && body != nil:
		out = append(out, r.schema.checkAll(body, maxViolations)...)
	}
	return out
}

func (r *response) checkHeaders(h http.Header) (out []*Violation) {
	for i := range r.headers {
		rh := &r.headers[i]
		values := h.Values(rh.name)
		if len(values) == 0 {
			if rh.required {
				out = append(out, &Violation{Path: []string{rh.name}, Keyword: "required", Message: fmt.Sprintf("the header %s is missing", rh.name)})
			}
			continue
		}
		if rh.schema == nil {
			continue
		}
		if v := rh.schema.check(asKind(values[0], rh.kind)); v != nil {
			v.Path = append([]string{rh.name}, v.Path...)
			out = append(out, v)
		}
	}
	return out
}

// Project keeps of value what the response schema of the status lists, and drops fields whose
// x-openstack-field-policy granted refuses (nil grants everything). What is absent stays absent. Where
// nothing has to go, the result shares maps and lists with value. A status without a JSON schema
// keeps everything.
func (o *Operation) Project(status int, value any, granted func(rule string) bool) any {
	r := o.response(status)
	if r == nil || r.schema == nil || r.schema.projector == nil {
		return value
	}
	return r.schema.projector.project(value, granted)
}

// Fields are an object of a few fields, in any order: cheaper than a map. AppendResponse takes them.
type Fields []Field

// Field is one field of an object.
type Field struct {
	Name  string
	Value any
}

// Map is the object as a map.
func (f *Fields) Map() map[string]any {
	out := make(map[string]any, len(*f))
	for _, each := range *f {
		out[each.Name] = each.Value
	}
	return out
}

// AppendResponse does in one pass what Project, CheckResponse and AppendJSON do one after another, and takes
// values that are nearly plain as well: int, *string, time.Time, []string, map[string]string, *Fields. It is false where
// it is not sure that the answer is allowed, with something useless behind dst: then do the three and see.
func (o *Operation) AppendResponse(dst []byte, status int, h http.Header, value any, granted func(rule string) bool) ([]byte, bool) {
	r := o.response(status)
	if r == nil || r.err != nil || r.schema == nil || r.schema.writer == nil || value == nil || len(r.headers) > 0 && len(r.checkHeaders(h)) > 0 {
		return dst, false
	}
	g := granting{ask: granted}
	return r.schema.writer.write(dst, value, &g)
}

// FieldPolicies lists the distinct x-openstack-field-policy rules of the status's response schema, sorted.
func (o *Operation) FieldPolicies(status int) []string {
	r := o.response(status)
	if r == nil || r.schema == nil || r.schema.projector == nil {
		return nil
	}
	return r.schema.projector.rules()
}
