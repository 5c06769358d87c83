package pipeline

import "net/http"

// Response is the answer of an operation.
type Response struct {
	Status int
	Header http.Header
	// Value is the body as plain values, with all fields of all microversions; nil for no body.
	Value any
	// List is a body that is mostly one list; Value's keys, if any, stand beside it.
	List *List
	// Raw is a body as it is, neither projected nor checked; ContentType goes with it.
	Raw         []byte
	ContentType string
}

// List is a list in an answer: {"books": [item, item …]}. Items are rendered, projected and checked one
// by one and kept as long as what they were made of has not changed.
type List struct {
	Key   string
	Items []Item
}

// Item is one element of a list.
type Item struct {
	// Record identifies what the item shows: the record's pointer.
	Record any
	// Render makes the item's value; it may read other records through x.Txn.
	Render func() any
}

// Status is a response without a body.
func Status(code int) *Response { return &Response{Status: code} }

// Answer is a response with a body {key: value}.
func Answer(code int, key string, value any) *Response {
	return &Response{Status: code, Value: map[string]any{key: value}}
}

// Body is a response with a body.
func Body(code int, value any) *Response { return &Response{Status: code, Value: value} }

// WithHeader adds a header; the name must be in canonical form.
func (r *Response) WithHeader(name, value string) *Response {
	if r.Header == nil {
		r.Header = http.Header{}
	}
	r.Header[name] = append(r.Header[name], value)
	return r
}

// Link is a link of an answer; few say what type their target has.
type Link struct {
	Rel  string `json:"rel"`
	Href string `json:"href"`
	Type string `json:"type,omitzero"`
}

// MediaType is a form of bodies, as services list theirs beside their versions.
type MediaType struct {
	Base string `json:"base"`
	Type string `json:"type"`
}
