package world

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/gavv/httpexpect/v2"

	"plumbline/internal/steps/wire"
)

// capture is the client that httpexpect sends with: it keeps the answer, or the error. httpexpect gets neither the body of
// the request nor that of the answer, since it would keep copies of both in memory for two runs of the garbage collector.
type capture struct {
	next httpexpect.Client
	// sent is the request's body, nil for none.
	sent []byte
	resp *http.Response
	body []byte
	err  error
}

// Do sends the request. The recorder below has read the body of the answer whole.
func (c *capture) Do(req *http.Request) (*http.Response, error) {
	if c.sent != nil {
		req.Body, req.ContentLength = wire.InMemoryBody(c.sent), int64(len(c.sent))
	}
	c.resp, c.err = c.next.Do(req)
	if c.err != nil {
		return nil, c.err
	}
	c.body, c.err = wire.ReadAbout(c.resp.Body, wire.BodyLimit, c.resp.ContentLength)
	if closed := c.resp.Body.Close(); c.err == nil { // stops the client's time-out
		c.err = closed
	}
	withoutBody := *c.resp
	withoutBody.Body = nil
	return &withoutBody, c.err
}

func (x *Exchange) takeCapture(c *capture) {
	x.Status, x.Header, x.Body = c.resp.StatusCode, c.resp.Header, c.body
	if x.JSON == nil && json.Unmarshal(c.body, &x.JSON) != nil {
		x.JSON = nil
	}
	x.response = c.resp
}

// fresh is the answer for httpexpect, with a new assertion handler that has seen no failure.
func (x *Exchange) fresh(handler httpexpect.AssertionHandler) *httpexpect.Response {
	again := *x.response
	again.Body = io.NopCloser(bytes.NewReader(x.Body))
	return httpexpect.NewResponseC(httpexpect.Config{AssertionHandler: handler}, &again)
}

// collector makes a Failure of httpexpect's first failed assertion.
type collector struct{ first *Failure }

// Success implements httpexpect.AssertionHandler.
func (c *collector) Success(*httpexpect.AssertionContext) {}

// Failure implements httpexpect.AssertionHandler.
func (c *collector) Failure(_ *httpexpect.AssertionContext, f *httpexpect.AssertionFailure) {
	if c.first != nil {
		return
	}
	c.first = &Failure{Message: "the answer is not as expected"}
	if len(f.Errors) > 0 {
		c.first.Message = f.Errors[0].Error()
	}
	if f.Expected != nil {
		c.first.Expected = show(f.Expected.Value)
	}
	if f.Actual != nil {
		c.first.Got = show(f.Actual.Value)
	}
}

// Summary describes an answer for messages: its status and the message of its fault.
func (x *Exchange) Summary() string {
	if m := x.Message(); m != "" {
		return fmt.Sprintf("%d: %s", x.Status, m)
	}
	return fmt.Sprint(x.Status)
}

// Message is the message of a fault, in any service's envelope; "" for other answers.
func (x *Exchange) Message() string {
	_, fault := x.fault()
	text, _ := fault["message"].(string)
	return text
}

// fault finds the envelope {"name": {…}}; for Heat the error object inside.
func (x *Exchange) fault() (string, map[string]any) {
	if x.Status < 400 {
		return "", nil
	}
	outer, _ := x.JSON.(map[string]any)
	if inner, ok := outer["error"].(map[string]any); ok {
		return "error", inner
	}
	if list, ok := outer["errors"].([]any); ok && len(list) > 0 {
		first, _ := list[0].(map[string]any)
		return "errors", map[string]any{"message": first["detail"], "code": first["status"]}
	}
	if len(outer) == 1 {
		for name, v := range outer {
			if o, ok := v.(map[string]any); ok {
				return name, o
			}
		}
	}
	return "", nil
}
