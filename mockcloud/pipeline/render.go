package pipeline

import (
	"bytes"
	"net/http"
	"strconv"
	"sync"

	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
	"plumbline/openapi/schema"
)

// rendered is an answer ready to be written. It is shared: nobody changes it.
type rendered struct {
	status      int
	contentType []string
	length      []string
	header      http.Header // of the operation itself
	body        []byte
	fault       *Fault
	bug         bool
	watch       *state.Watch // what it was made from, for answers that are kept
}

func newRendered(status int, contentType []string, header http.Header, body []byte) *rendered {
	return &rendered{status: status, contentType: contentType, length: []string{strconv.Itoa(len(body))}, header: header, body: body}
}

var (
	jsonType  = []string{"application/json"}
	faultType = []string{"application/json; charset=UTF-8"}
)

// fault renders a refusal in the service's envelope. Whatever was written is forgotten.
func (s *serving) fault(x *Exchange, f *Fault) *rendered {
	if x.Txn != nil && !x.inner {
		x.Txn.Abort()
	}
	if x.Env.SelfCheck && x.Operation != nil && !f.Bare && !f.Bug && f.Raw == nil && !x.Operation.HasStatus(f.Status) {
		x.note("%s answers %d (%s), which its document does not declare", x.Operation.ID, f.Status, f.Message)
		f = &Fault{Status: 500, Message: unexpected("UndeclaredStatus"), Bug: true, Stage: f.Stage}
	}
	x.bare = x.bare || f.Bare
	var out *rendered
	if f.Raw != nil {
		out = newRendered(f.Status, []string{f.ContentType}, f.Header, f.Raw)
	} else {
		envelope := s.Render
		if envelope == nil {
			envelope = NovaFault
		}
		kind, body := envelope(x, f)
		if kind == faultType[0] {
			out = newRendered(f.Status, faultType, f.Header, body)
		} else {
			out = newRendered(f.Status, []string{kind}, f.Header, body)
		}
	}
	out.fault, out.bug = f, f.Bug
	return out
}

// render projects, checks and encodes an operation's answer, and keeps it where that is right.
func (s *serving) render(x *Exchange, r *Response) *rendered {
	if r.Raw != nil || x.Operation == nil && r.Value == nil {
		return newRendered(r.Status, []string{r.ContentType}, r.Header, r.Raw)
	}
	status, value := r.Status, r.Value
	var body []byte
	if r.List != nil {
		var f *Fault
		if body, f = s.list(x, r, value); f != nil {
			return s.fault(x, f)
		}
	} else {
		var f *Fault
		if status, body, f = s.body(x, status, value, r.Header); f != nil {
			return s.fault(x, f)
		}
	}
	kind := jsonType
	switch {
	case r.ContentType != "":
		kind = []string{r.ContentType}
	case s.ContentType != "":
		kind = []string{s.ContentType}
	}
	out := newRendered(status, kind, r.Header, body)
	s.keep(x, out)
	return out
}

// scratch is room to encode answers in; what is kept of them has its own size.
var scratch = sync.Pool{New: func() any { b := make([]byte, 0, 4096); return &b }}

// body projects, tampers with, checks and encodes one value.
func (s *serving) body(x *Exchange, status int, value any, header http.Header) (_ int, body []byte, _ *Fault) {
	op := x.Operation
	tampered := x.Env.Mutant != nil && x.Env.Mutant.Tamper != nil
	if op != nil && !tampered {
		room := scratch.Get().(*[]byte)
		out, sure := op.AppendResponse((*room)[:0], status, header, value, x.granted)
		if sure {
			body = bytes.Clone(out)
		}
		*room = out
		scratch.Put(room)
		if sure {
			return status, body, nil
		}
	}
	value = plain(value)
	if op != nil {
		value = op.Project(status, value, x.granted)
		if tampered {
			status, value = x.Env.Mutant.Tamper(op.ID, status, value)
		}
		if f := s.check(x, status, value, header); f != nil {
			return 0, nil, f
		}
	}
	if value == nil {
		return status, nil, nil
	}
	return status, schema.AppendJSON(make([]byte, 0, 2048), value), nil
}

// check is the self-check: an answer that its document does not allow is the mock's own bug.
func (s *serving) check(x *Exchange, status int, value any, header http.Header) *Fault {
	if !x.Env.SelfCheck {
		return nil
	}
	x.drift = x.Operation.CheckResponse(status, header, value)
	if len(x.drift) == 0 {
		return nil
	}
	x.note("%s answers %d against its own document: %s", x.Operation.ID, status, x.drift[0])
	return &Fault{Status: 500, Message: unexpected("AnswerAgainstDocument"), Bug: true, Stage: "self-check"}
}

// granted tells which fields the caller may see.
func (x *Exchange) granted(rule string) bool { return x.Env.Policy.Allows(rule, x.Caller, x.Target) }

// grants are the field rules of an answer that the caller is granted, as bits in the rules' order.
func (x *Exchange) grants(op *openapi.Operation, status int) (bits uint64) {
	for i, rule := range op.FieldPolicies(status) {
		if x.granted(rule) {
			bits |= 1 << i
		}
	}
	return bits
}

// fieldsBeside are the fields that stand beside a list, none where there is nothing.
func fieldsBeside(beside any) map[string]any {
	if fields, plain := beside.(map[string]any); plain || beside == nil {
		return fields
	}
	opened, _ := openapi.Open(beside)
	fields, _ := opened.(map[string]any)
	return fields
}

// list renders a list item by item, keeping each, and joins the pieces.
func (s *serving) list(x *Exchange, r *Response, beside any) ([]byte, *Fault) {
	rest := fieldsBeside(beside)
	shell := map[string]any{r.List.Key: []any{}}
	for k, v := range rest {
		shell[k] = v
	}
	_, frame, f := s.body(x, r.Status, shell, r.Header)
	if f != nil {
		return nil, f
	}
	if len(r.List.Items) == 0 {
		return frame, nil
	}
	// The frame is cut where the empty list is: keys are sorted and none before it holds the same text.
	head, tail := cutList(frame, r.List.Key)
	key := pieceKey{op: x.Operation, grants: x.grants(x.Operation, r.Status), base: x.Base + x.PathProject}
	pieces := make([]*rendered, len(r.List.Items))
	size := len(frame)
	for i, item := range r.List.Items {
		key.record = item.Record
		if pieces[i], f = s.piece(x, r, key, item, rest, len(head), len(tail)); f != nil {
			return nil, f
		}
		size += len(pieces[i].body) + 2
	}
	body := append(make([]byte, 0, size), head...)
	for i, p := range pieces {
		if i > 0 {
			body = append(body, ", "...)
		}
		body = append(body, p.body...)
	}
	return append(body, tail...), nil
}

// piece renders one item of a list, or takes the one that is kept. It stands alone in a whole answer, so
// that what must be beside it is there for the check; head and tail are the bytes around it.
func (s *serving) piece(x *Exchange, r *Response, key pieceKey, item Item, beside map[string]any, head, tail int) (*rendered, *Fault) {
	if p := x.Env.pieces.get(key); p != nil && x.watch != nil {
		x.watch.Join(p.watch)
		return p, nil
	}
	whole := x.watch
	if whole != nil {
		x.watch = x.Txn.Watch()
	}
	volatile := x.volatile
	x.volatile = false
	value := map[string]any{r.List.Key: []any{item.Render()}}
	for k, v := range beside {
		value[k] = v
	}
	_, body, f := s.body(x, r.Status, value, nil)
	if f != nil {
		return nil, f
	}
	p := &rendered{body: body[head : len(body)-tail : len(body)-tail], watch: x.watch}
	if whole != nil {
		if item.Record != nil && !x.volatile {
			x.Env.pieces.put(key, p)
		}
		whole.Join(x.watch)
		x.watch = whole
		x.Txn.Resume(whole)
	}
	x.volatile = x.volatile || volatile
	return p, nil
}

// cutList cuts `{"a": 1, "key": [], "z": 2}` behind the opening bracket of key's list.
func cutList(frame []byte, key string) (head, tail []byte) {
	at := indexList(frame, key)
	return frame[:at], frame[at:]
}

func indexList(frame []byte, key string) int {
	want := `"` + key + `": [`
	depth, in := 0, false
	for i := 0; i < len(frame); i++ {
		switch c := frame[i]; {
		case in && c == '\\':
			i++
		case c == '"':
			if !in && depth == 1 && len(frame)-i >= len(want) && string(frame[i:i+len(want)]) == want {
				return i + len(want)
			}
			in = !in
		case in:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
	}
	panic("a list that is not in its answer: " + key)
}

// owner is the target of a record of the caller's own.
func owner(c *Caller) policy.Target {
	return policy.Target{ProjectID: c.ProjectID, UserID: c.UserID, DomainID: c.DomainID}
}
