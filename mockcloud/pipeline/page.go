package pipeline

import "plumbline/mockcloud/internal/page"

// Page is a fault as the web framework words it, below the services' own code: HTML, JSON or text by what
// Accept says (docs/contract/60-microversions.md §4).
func Page(x *Exchange, status int, explanation string) *Fault {
	f := &Fault{Status: status, Bare: true, Message: explanation}
	f.ContentType, f.Raw = page.Page{Status: status, Explanation: explanation}.Write(x.Header("Accept"))
	return f
}

// Unrouted is the answer to a path, or a method on a path, that no microversion has.
func Unrouted(x *Exchange) *Fault { return Page(x, 404, page.NotFound().Explanation) }
