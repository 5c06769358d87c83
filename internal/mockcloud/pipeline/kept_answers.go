package pipeline

import (
	"net/http"

	"plumbline/internal/mockcloud/tokens"
	"plumbline/internal/openapi"
)

// wholeKey identifies an answer to a reading request: same operation and version, same path and query,
// same caller up to the token, same links.
type wholeKey struct {
	op          *openapi.Operation
	path, query string
	base        string
	who         *tokens.Identity
}

// pieceKey identifies a rendered item of a list. An item is kept for one caller: views may show others something else.
type pieceKey struct {
	op     *openapi.Operation
	record any
	base   string
	who    *tokens.Identity
}

// mostAsked bounds path and query of a request whose answer is kept: they are kept with it.
const mostAsked = 1024

// Forget drops all kept answers; the next ones are rendered afresh.
func (e *Env) Forget() {
	e.kept.Forget()
	e.pieces.Forget()
}

// isKeepable tells whether a request's answer may be a kept one, or become one.
func (x *Exchange) isKeepable() bool {
	return x.Request.Method == http.MethodGet && x.Operation != nil && x.token != nil &&
		len(x.Request.URL.Path)+len(x.Request.URL.RawQuery) <= mostAsked &&
		len(x.Raw) == 0 && x.Env.reads.Load() == 0 && !x.Env.Faults.Any()
}

func (x *Exchange) wholeKey() wholeKey {
	return wholeKey{op: x.Operation, path: x.Request.URL.Path, query: x.Request.URL.RawQuery, base: x.Base, who: x.token.Who}
}

// TakeKept ends the exchange with the kept answer, if there is one that is still valid: the same request was checked when
// that answer was made.
func (x *Exchange) TakeKept() {
	if x.isKeepable() {
		x.hit = x.Env.kept.Get(x.wholeKey())
	}
}

// keepAnswer keeps an answer that depends on records alone.
func (x *Exchange) keepAnswer(out *rendered) {
	if x.watch == nil || x.volatile || out.status >= 300 || !x.isKeepable() {
		return
	}
	out.watch = x.watch
	x.Env.kept.Put(x.wholeKey(), out)
}
