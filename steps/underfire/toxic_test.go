package underfire_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/Shopify/toxiproxy/v2"
)

// toxic is one way in which the network can be broken.
type toxic struct {
	name string
	// kind, stream, attributes and toxicity (the share of connections) are toxiproxy's.
	kind, stream, attributes string
	toxicity                 float32
	// answers is what an HTTP proxy does instead, and refuse closes every connection and stops listening.
	answers *burst
	refuse  bool
	// lasts is how many requests it hits; 0 is all that follow.
	lasts int
	// answer is how long the suite waits for an answer.
	answer time.Duration
}

// burst is what an HTTP proxy answers instead of the cloud; with status 0 it hangs up.
type burst struct {
	status     int
	kind, body string
	// carried: the cloud got the request and carried it out; only its answer is lost.
	carried bool
}

// poison breaks a proxy.
func (x toxic) poison(p *toxiproxy.Proxy) error {
	if x.refuse {
		p.Stop()
		return nil
	}
	_, err := p.Toxics.AddToxicJson(
		strings.NewReader(fmt.Sprintf(`{"name": "t", "type": %q, "stream": %q, "toxicity": %v, "attributes": %s}`, x.kind,
			x.stream, x.toxicity, x.attributes)))
	return err
}

// heal undoes it, for connections that it has not broken.
func (x toxic) heal(p *toxiproxy.Proxy) error { return p.Toxics.RemoveToxic(context.Background(), "t") }

// nothing is what the toxic breaks that is none.
const nothing = "-"

// on says in a word what it breaks.
func (x toxic) on() string {
	switch {
	case x.answers != nil:
		return "answers"
	case x.refuse:
		return "connections"
	case x.kind == "":
		return nothing
	}
	return x.stream
}

const (
	nginx = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad " +
		"Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n"
	haproxy = "<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.\n</body></html>\n"
	closed  = "<html><body>We are back in an hour.</body></html>"
)

// toxics are all of them. In a whole soak latency is up to five seconds.
func toxics(whole bool) []toxic {
	soon, slow, jammed := 30*time.Second, `{"latency": 15, "jitter": 15}`, 5*time.Second
	if whole {
		slow, jammed = `{"latency": 2500, "jitter": 2500}`, 10*time.Second
	}
	const down, up = "downstream", "upstream"
	return []toxic{
		{name: "none", answer: time.Minute},
		{name: "latency 0–5 s", kind: "latency", stream: down, attributes: slow, toxicity: 1, lasts: 3, answer: soon},
		{name: "latency 0–5 s", kind: "latency", stream: up, attributes: slow, toxicity: 0.5, lasts: 3, answer: soon},
		{name: "bandwidth 20 KB/s", kind: "bandwidth", stream: down, attributes: `{"rate": 20}`, toxicity: 1, answer: soon},
		{
			name: "sliced", kind: "slicer", stream: down, attributes: `{"average_size": 90, "size_variation": 40, "delay": 100}`,
			toxicity: 1, answer: soon,
		},
		{name: "reset at the answer", kind: "reset_peer", stream: down, attributes: `{"timeout": 0}`, toxicity: 1, answer: soon},
		{name: "reset at the answer", kind: "reset_peer", stream: down, attributes: `{"timeout": 0}`, toxicity: 0.5, answer: soon},
		{name: "reset at the request", kind: "reset_peer", stream: up, attributes: `{"timeout": 10}`, toxicity: 1, answer: soon},
		{name: "reset, then well", answers: &burst{}, toxicity: 1, lasts: 2, answer: soon},
		{name: "reset, carried out", answers: &burst{carried: true}, toxicity: 1, lasts: 1, answer: soon},
		{name: "cut in the headers", kind: "limit_data", stream: down, attributes: `{"bytes": 90}`, toxicity: 1, answer: soon},
		{name: "cut in the body", kind: "limit_data", stream: down, attributes: `{"bytes": 600}`, toxicity: 1, answer: soon},
		{name: "cut in the body", kind: "limit_data", stream: down, attributes: `{"bytes": 3000}`, toxicity: 0.5, answer: soon},
		{name: "slow close", kind: "slow_close", stream: down, attributes: `{"delay": 300}`, toxicity: 1, answer: soon},
		{name: "half-open", kind: "timeout", stream: down, attributes: `{"timeout": 0}`, toxicity: 1, answer: jammed},
		{name: "half-open", kind: "timeout", stream: up, attributes: `{"timeout": 0}`, toxicity: 0.5, answer: jammed},
		{name: "silent, then closed", kind: "timeout", stream: down, attributes: `{"timeout": 100}`, toxicity: 1, answer: soon},
		{name: "connection refused", refuse: true, toxicity: 1, answer: soon},
		{name: "502 of a proxy", answers: &burst{502, "text/html", nginx, false}, toxicity: 1, answer: soon},
		{name: "502 burst, then well", answers: &burst{502, "text/html", nginx, false}, toxicity: 1, lasts: 2, answer: soon},
		{name: "502, carried out", answers: &burst{502, "text/html", nginx, true}, toxicity: 1, lasts: 1, answer: soon},
		{name: "503 of a proxy", answers: &burst{503, "text/html", haproxy, false}, toxicity: 1, answer: soon},
		{name: "503 burst, then well", answers: &burst{503, "text/html", haproxy, false}, toxicity: 1, lasts: 2, answer: soon},
		{
			name:    "504 of a gateway",
			answers: &burst{504, "application/json", `{"message": "The upstream server is timing out"}`, true}, toxicity: 1, lasts: 3, answer: soon,
		},
		{
			name:    "404 of a gateway",
			answers: &burst{404, "application/json", `{"message": "no Route matched with those values"}`, false}, toxicity: 1, answer: soon,
		},
		{name: "403 of a firewall", answers: &burst{403, "text/html", "<html>Request blocked.</html>", false}, toxicity: 1, answer: soon},
		{name: "page for maintenance", answers: &burst{200, "text/html", closed, false}, toxicity: 1, answer: soon},
	}
}
