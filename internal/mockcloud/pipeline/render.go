package pipeline

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"sync"

	"plumbline/internal/mockcloud/plain"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi/schema"
)

// rendered is an answer ready to be written. It is shared between requests and must not be changed.
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

// IsFresh tells whether all records that the answer was made from are unchanged.
func (r *rendered) IsFresh() bool { return r.watch.Valid() }

// Size is the memory that the kept answer takes (bytes).
func (r *rendered) Size() int { return len(r.body) }

func newRendered(status int, contentType []string, header http.Header, body []byte) *rendered {
	return &rendered{status: status, contentType: contentType, length: []string{strconv.Itoa(len(body))}, header: header, body: body}
}

var jsonType = []string{"application/json"}

// fault renders a refusal in the service's envelope. Whatever was written is forgotten.
func (s *serving) fault(x *Exchange, f *Fault) *rendered {
	if x.Txn != nil && !x.inner {
		x.Txn.Abort()
	}
	if x.Env.SelfCheck && x.Operation != nil && !f.Bare && !f.Bug && !f.Ruled && f.Raw == nil && !x.Operation.HasStatus(f.Status) {
		x.note("%s answers %d (%s), which its document does not declare", x.Operation.ID, f.Status, f.Message)
		stage := f.Stage
		f = s.unexpectedFault("UndeclaredStatus")
		f.Stage = stage
	}
	x.bare = x.bare || f.Bare
	var out *rendered
	if f.Raw != nil {
		out = newRendered(f.Status, []string{f.ContentType}, f.Header, f.Raw)
	} else {
		kind, body := s.Render(x, f)
		out = newRendered(f.Status, []string{kind}, f.Header, body)
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
	x.keepAnswer(out)
	return out
}

// scratch is a pool of buffers to encode answers in; kept answers are copied out of them.
var scratch = sync.Pool{New: func() any { b := make([]byte, 0, 4096); return &b }}

// body projects, tampers with, checks and encodes one value.
func (s *serving) body(x *Exchange, status int, value any, header http.Header) (_ int, body []byte, _ *Fault) {
	op := x.Operation
	tampered := x.Env.Mutant != nil && x.Env.Mutant.Tamper != nil
	if op != nil && !tampered {
		buffer := scratch.Get().(*[]byte)
		out, sure := op.AppendResponse((*buffer)[:0], status, header, value, x.granted)
		if sure {
			body = bytes.Clone(out)
		}
		*buffer = out
		scratch.Put(buffer)
		if sure {
			return status, body, nil
		}
	}
	value = plain.Value(value)
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
	f := s.unexpectedFault("AnswerAgainstDocument")
	s.nameGap(f, x, fmt.Sprintf("the answer %d of %s is against its document at %s", status, x.Operation.ID, x.drift[0]))
	f.Stage = "self-check"
	return f
}

// granted tells which fields the caller may see.
func (x *Exchange) granted(rule string) bool { return x.Env.Policy.Allows(rule, x.Caller, x.Target) }

// owner is the target of a record of the caller's own.
func owner(c *Caller) policy.Target {
	return policy.Target{ProjectID: c.ProjectID, UserID: c.UserID, DomainID: c.DomainID}
}
