package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strconv"
)

// The seed of the mock for a run.
const (
	root     = "/compute/v2.1"
	serverID = "5e5e5e5e-0000-4000-8000-000000000001"
	imageID  = "00000000-0000-4000-8000-0000000000a1"
	token    = "a-token-for-the-bench"
	version  = "compute 2.93"
)

// exchange is a kind of request that is measured, with its goals as multiples of the bare handler's cost: first is what has to be
// met before goal.
type exchange struct {
	name               string
	method, path, body string
	status             int
	first, goal        float64
	writes             bool
	// fewer is by what the number of requests is divided, for large answers; 0 counts as 1.
	fewer int
}

// requests are how many requests of this kind are sent where n of the others are.
func (e exchange) requests(n int) int { return max(1, n/max(1, e.fewer)) }

// verdict says which goal a ratio meets.
func (e exchange) verdict(ratio float64) string {
	if ratio > e.goal && ratio <= e.first {
		return fmt.Sprintf("only ≤ %.1f", e.first)
	}
	return verdict(ratio <= e.goal)
}

func exchanges() []exchange {
	action := root + "/servers/" + serverID + "/action"
	return []exchange{
		{"show a server", "GET", root + "/servers/" + serverID, "", 200, 1.2, 1.2, false, 1},
		{"list 50 in detail", "GET", root + "/servers/detail?limit=50", "", 200, 1.2, 1.2, false, 1},
		{"list 1,000 in detail", "GET", root + "/servers/detail?limit=1000", "", 200, 1.3, 1.3, false, 40},
		{
			"create", "POST", root + "/servers",
			`{"server": {"name": "made", "imageRef": "` + imageID +
				`", "flavorRef": "1", "networks": "none", "metadata": {"a": "b"}}}`, 202, 3, 2.5, true, 1,
		},
		{
			"rebuild", "POST", action, `{"rebuild": {"imageRef": "` + imageID + `", "name": "rebuilt", "metadata": {"a": "b"}}}`,
			202, 3, 2.5, true, 1,
		},
		{
			"a refused body", "POST", action, `{"rebuild": {"imageRef": "nope", "name": "rebuilt", "metadata": {"a": "b"}}}`,
			400, 2, 2, false, 1,
		},
	}
}

// wire is the request in the form sent over the connection.
func (e exchange) wire(host string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\nX-Auth-Token: %s\r\nAccept: application/json\r\nOpenStack-API-Version: %s\r\n", e.method,
		e.path, host, token, version)
	if e.body != "" {
		fmt.Fprintf(&b, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(e.body))
	}
	b.WriteString("\r\n" + e.body)
	return b.Bytes()
}

// request is the request for a http.Handler.
func (e exchange) request(base string) (*http.Request, error) {
	r, err := http.NewRequest(e.method, base+e.path, bytes.NewReader([]byte(e.body)))
	if err != nil {
		return nil, err
	}
	r.Header = http.Header{"X-Auth-Token": {token}, "Accept": {"application/json"}, "Openstack-Api-Version": {version}}
	if e.body != "" {
		r.Header["Content-Type"] = []string{"application/json"}
		r.Header["Content-Length"] = []string{strconv.Itoa(len(e.body))}
	}
	return r, nil
}

// answer makes the request once and reads the whole answer.
func (e exchange) answer(base string) (*http.Response, []byte, error) {
	r, err := e.request(base)
	if err != nil {
		return nil, nil, err
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close() //nolint:errcheck // it was read to its end
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != e.status {
		err = fmt.Errorf("%s is answered %d instead of %d: %.300s", e.name, resp.StatusCode, e.status, body)
	}
	return resp, body, err
}
