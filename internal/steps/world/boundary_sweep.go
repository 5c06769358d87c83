package world

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/wire"
)

// RegisterGenerated registers the sentences that the boundary sweep generates in place of a scenario's own.
func RegisterGenerated(s Steps, w *World) {
	s.Then(`^the answer is what the document at (\d+\.\d+) says$`, func(at string) error { return w.AnswersLike(at, "", 0) })
	s.Then(`^the answer is what the document at (\d+\.\d+) says, or (\d+) where it accepts what the document at (\d+\.\d+) accepts$`,
		func(at string, status int, since string) error { return w.AnswersLike(at, since, status) })
	s.Then(`^the request is answered (\d+) as it was at (\d+\.\d+)$`, func(status int, _ string) error { return w.answeredAsBefore(status) })
}

// AnswersLike checks the subject exchange against the document of an older microversion only. Where that document refuses the
// request: 400 (404 for an action or a method that it does not have) and nothing changed. Where it accepts the request: a declared
// success status and an answer that is valid there, without any of the fields of later microversions. Where the document of the
// microversion since accepts the request, too, the scenario's own status is expected at both, because no schema decides it.
func (w *World) AnswersLike(at, since string, status int) error {
	x := w.Last()
	operation, err := w.operationAt(x, at)
	if err != nil {
		return err
	}
	if operation == nil && strings.HasSuffix(x.Asked.Path, "/action") && wire.ActionOf(x.sent) == "" {
		return w.checkRefused(x, http.StatusBadRequest, "the body names no action")
	}
	if operation == nil {
		return w.checkRefused(x, http.StatusNotFound, "the document at "+at+" does not have the operation")
	}
	if violation := refusal(operation, x); violation != nil {
		return w.checkRefused(x, http.StatusBadRequest, "the document at "+at+" refuses the request: "+violation.Message)
	}
	if status >= 300 {
		newer, err := w.operationAt(x, since)
		if err != nil {
			return err
		}
		if newer != nil && refusal(newer, x) == nil {
			return w.checkRefused(x, status, "the documents at "+at+" and "+since+" accept the request")
		}
	}
	if !slices.Contains(operation.Success(), x.Status) {
		return &Failure{Message: "the document at " + at + " accepts the request", Expected: fmt.Sprint(operation.Success()), Got: x.Summary()}
	}
	for _, violation := range x.Drift {
		return &Failure{
			Message: "the answer leaves the document at " + at, Expected: violation.Message,
			Got: "/" + strings.Join(violation.Path, "/"),
		}
	}
	return nil
}

// operationAt finds the operation of a request in the document of a microversion; nil where it has none.
func (w *World) operationAt(x *Exchange, at string) (*openapi.Operation, error) {
	v, err := openapi.ParseVersion(at)
	if err != nil {
		return nil, err
	}
	note := wire.Note{Service: x.Asked.Service, Path: x.Asked.Path, Version: v}
	document, operation, err := w.env.checker().Operation(note, x.Asked.Method, x.sent)
	if err == nil && document == nil {
		err = fmt.Errorf("there is no document of %s at %s", x.Asked.Service, at)
	}
	return operation, err
}

func refusal(o *openapi.Operation, x *Exchange) *openapi.Violation {
	if v := o.CheckQuery(x.Asked.Query); v != nil {
		return v
	}
	if x.sent == nil {
		return nil
	}
	var body any
	if json.Unmarshal(x.sent, &body) != nil {
		return &openapi.Violation{Keyword: "type", Message: "the body is not JSON"}
	}
	return o.CheckBody(body)
}

func (w *World) answeredAsBefore(status int) error {
	x := w.Last()
	if status >= 400 {
		return w.checkRefused(x, status, "as before")
	}
	return w.Answered(status)
}

// checkRefused checks the status of a refusal, and that nothing changed.
func (w *World) checkRefused(x *Exchange, status int, why string) error {
	if x.Status != status {
		return &Failure{Message: why, Expected: strconv.Itoa(status), Got: x.Summary()}
	}
	after, err := w.snapshot(x.Asked)
	if err != nil {
		return err
	}
	if w.before == nil || after == nil {
		return nil
	}
	was, is := w.before.JSON, after.JSON
	if strings.Count(after.Asked.Path, "/") == 1 { // a collection, whose members other cases create and delete meanwhile
		was, is = keepNamed(was, x.sent), keepNamed(is, x.sent)
	}
	if places := listDifferences(withoutVolatile(was), withoutVolatile(is), ""); len(places) > 0 {
		return Failf("a refused request changed %s: %s", after.Asked.Path, strings.Join(places, "; "))
	}
	w.Unharmed = strings.HasPrefix(after.Asked.Path, "/servers/")
	return nil
}

// snapshot reads the resource in the path of a request, or the collection that it posts to. It is nil where that
// cannot be read with GET.
func (w *World) snapshot(r Request) (*Exchange, error) {
	if r.Service == "" {
		r.Service = openapi.Compute
	}
	path, reader := resourceOf(r.Path), w.readerOf(r)
	if path == "" || r.Root || r.Prefix != "" || reader == "" {
		return nil, nil
	}
	read := Request{Actor: reader, Service: r.Service, Method: http.MethodGet, Path: path}
	if r.Service == openapi.Compute {
		read.At = w.env.Max.String()
	}
	x, err := w.Do(Observe, read)
	if err != nil || x.Status != http.StatusOK {
		return nil, err
	}
	return x, nil
}

// readerOf is the actor that reads the resource: the owner of the first noun in the path, else the request's own actor. Ids
// are compared as whole segments: the id of an aggregate is a number, with which the id of a server may begin.
func (w *World) readerOf(r Request) string {
	path, _, _ := strings.Cut(r.Path, "?")
	for segment := range strings.SplitSeq(path, "/") {
		for _, n := range w.nouns {
			if segment != "" && n.ID == segment && n.Owner != "" {
				return n.Owner
			}
		}
	}
	if r.Actor == "nobody" {
		return ""
	}
	return r.Actor
}

// resourceOf cuts a path after its second segment: "/servers/ID/action" acts on "/servers/ID".
func resourceOf(path string) string {
	path, _, _ = strings.Cut(path, "?")
	segments := strings.Split(strings.Trim(path, "/"), "/")
	return "/" + strings.Join(segments[:min(len(segments), 2)], "/")
}

// keepNamed keeps the members of a collection whose name is in the body of a request: those that the request would have created. What
// else a list has (links to other pages, counts) changes with what others create.
func keepNamed(collection any, sent []byte) any {
	o, ok := collection.(map[string]any)
	if !ok {
		return collection
	}
	var texts func(v any) []string
	texts = func(v any) (out []string) {
		switch v := v.(type) {
		case string:
			out = append(out, v)
		case map[string]any:
			for _, part := range v {
				out = append(out, texts(part)...)
			}
		case []any:
			for _, part := range v {
				out = append(out, texts(part)...)
			}
		}
		return out
	}
	var body any
	_ = json.Unmarshal(sent, &body) // a body that is not JSON has no name
	asked := texts(body)
	out := map[string]any{}
	for key, value := range o {
		members, ok := value.([]any)
		if !ok || strings.HasSuffix(key, "links") {
			continue
		}
		out[key] = slices.DeleteFunc(slices.Clone(members), func(member any) bool { return !slices.Contains(asked, nameOf(member)) })
	}
	return out
}

// nameOf is the name of a member of a list; key pairs have an object of their own around it.
func nameOf(member any) string {
	o, _ := member.(map[string]any)
	if inner, ok := o["keypair"].(map[string]any); ok {
		o = inner
	}
	for _, key := range []string{"name", "stack_name"} {
		if name, ok := o[key].(string); ok {
			return name
		}
	}
	return ""
}

// listDifferences lists where two decoded values differ, sorted: "/server/status was "ACTIVE", is "SHUTOFF"".
func listDifferences(was, is any, at string) []string {
	before, okBefore := was.(map[string]any)
	after, okAfter := is.(map[string]any)
	if !okBefore || !okAfter {
		if reflect.DeepEqual(was, is) {
			return nil
		}
		return []string{fmt.Sprintf("%s was %s, is %s", at, show(was), show(is))}
	}
	keys := map[string]bool{}
	for key := range before {
		keys[key] = true
	}
	for key := range after {
		keys[key] = true
	}
	var out []string
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		out = append(out, listDifferences(before[key], after[key], at+"/"+key)...)
	}
	return out
}

// withoutVolatile removes the fields that change without a request.
func withoutVolatile(v any) any {
	o, ok := v.(map[string]any)
	if !ok {
		return v
	}
	out := map[string]any{}
	for key, value := range o {
		if key != "updated" && key != "OS-EXT-STS:power_state" {
			out[key] = withoutVolatile(value)
		}
	}
	return out
}
