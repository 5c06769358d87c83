package mockcloud_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// abusers is how many clients there are at once; after so many requests the cloud is reset.
const abusers, resetEach = 200, 50

// mostBody is how large a body may be (maxComputeBody in internal/mockcloud/pipeline): 112 KiB.
const mostBody = 114688

// abuse counts what clients got from a server.
type abuse struct {
	address string
	client  *http.Client
	// hasty breaks requests off: on connections of its own, since a dial that it gave up may be what another waits for.
	hasty *http.Client
	until func(sent int) bool
	// cancelled are requests that the client itself broke off.
	requests, cancelled atomic.Int64
	// turn tells that it is time for a reset.
	turn     chan struct{}
	mu       sync.Mutex
	statuses map[int]int
	wrong    []string
}

// TestSoakAbuse lets two hundred clients read, write, send nonsense, dawdle and hang up, while the cloud is reset, and
// its state kept and put back: no 5xx, no panic, and in the end no more goroutines and memory than at the start. Under
// `go test -race` the server is built so, too.
func TestSoakAbuse(t *testing.T) {
	s := startAbused(t)
	a := &abuse{address: s.address, statuses: map[int]int{}, client: &http.Client{
		Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: abusers, MaxConnsPerHost: 0},
	}, hasty: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: abusers}}}
	whole := os.Getenv("PLUMBLINE_SOAK") == "full"
	a.until = func(sent int) bool { return sent >= 1 }
	a.run()
	a.client.CloseIdleConnections()
	a.hasty.CloseIdleConnections()
	before := s.vitals(t)
	a.until = func(sent int) bool { return sent >= 3 }
	if whole {
		end := time.Now().Add(time.Minute)
		a.until = func(int) bool { return time.Now().After(end) }
	}
	began := time.Now()
	a.run()
	took := time.Since(began)
	a.client.CloseIdleConnections()
	a.hasty.CloseIdleConnections()
	a.control("POST", "/reset")
	after := s.vitals(t)
	t.Logf("%d clients, %d requests in %s (%.0f/s), %d of them broken off; by status: %v; 5xx: %d; at start %s; at end %s",
		abusers, a.requests.Load(), took.Round(time.Second), float64(
			a.requests.Load())/took.Seconds(), a.cancelled.Load(), a.statuses, a.fives(), before, after)
	assert.Empty(t, a.wrong)
	assert.Zero(t, a.fives())
	assert.NotZero(t, a.statuses[200])
	assert.NotZero(t, a.statuses[202])
	assert.NotZero(t, a.statuses[400])
	assert.LessOrEqual(t, after.goroutines, before.goroutines+10)
	assert.LessOrEqual(t, after.heap, before.heap+16, "MiB that live")
	assert.Contains(t, a.control("GET", "/journal?bugs=true"), `"entries"`)
	assert.NotContains(t, a.control("GET", "/journal?bugs=true"), `"bugs"`)
	said := s.stop(t)
	assert.NotContains(t, said, "panic")
	assert.NotContains(t, said, "DATA RACE", said)
}

func (a *abuse) fives() (n int) {
	for status, count := range a.statuses {
		if status >= 500 {
			n += count
		}
	}
	return n
}

// run lets all clients loose, and beside them somebody who resets, keeps and puts back.
func (a *abuse) run() {
	var clients, beside sync.WaitGroup
	a.turn = make(chan struct{}, 1)
	for i := range abusers {
		clients.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(i), 3))
			for sent := 0; !a.until(sent); sent++ {
				a.one(rng)
			}
		})
	}
	beside.Go(func() {
		for range a.turn {
			var made struct{ ID string }
			if err := json.Unmarshal([]byte(a.control("POST", "/snapshots")), &made); err != nil {
				a.complain(err.Error())
			}
			id := made.ID
			a.control("POST", "/snapshots/"+id+"/restore")
			a.control("DELETE", "/snapshots/"+id)
			a.control("POST", "/reset")
		}
	})
	clients.Wait()
	close(a.turn)
	beside.Wait()
}

// one sends one request of some kind.
func (a *abuse) one(rng *rand.Rand) {
	if a.requests.Add(1)%resetEach == 0 {
		select {
		case a.turn <- struct{}{}:
		default: // one is waiting already
		}
	}
	all := exchanges()
	e := all[rng.IntN(len(all))]
	switch rng.IntN(9) {
	case 0:
		e = exchange{
			method: "POST", path: "/compute/v2.1/os-keypairs", version: "2.93",
			body: fmt.Sprintf(`{"keypair": {"name": "k%d", "type": "ssh", "public_key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f x"}}`, rng.IntN(50)),
		}
	case 1:
		e = exchange{method: "DELETE", path: fmt.Sprintf("/compute/v2.1/os-keypairs/k%d", rng.IntN(50)), version: "2.93"}
	case 2: // no JSON, or another one than asked for
		e.method, e.body = "POST", []string{
			"{", "[]", "\xff\xfe", strings.Repeat("[", 2000), `{"server": 1}`,
			strings.Repeat("x", 200_000),
		}[rng.IntN(6)]
	case 3:
		a.send(e, http.Header{"X-Huge": {strings.Repeat("h", 1<<10<<rng.IntN(11))}}, nil)
		return
	case 4: // drop by drop
		a.send(e, nil, &drops{left: []byte(e.body), size: 1 + rng.IntN(40)})
		return
	case 5:
		a.hangUp(e, rng)
		return
	case 6:
		e = exchange{
			method: "POST", path: "/orchestration/v1/" + demoProject + "/stacks",
			body: fmt.Sprintf(`{"stack_name": "s%d", "template": {"heat_template_version": "2018-08-31", "resources": {"a": {"type": "OS::Heat::None"}}}}`, rng.IntN(50)),
		}
	}
	a.send(e, nil, nil)
}

// drops is a body that takes its time.
type drops struct {
	left []byte
	size int
}

func (d *drops) Read(p []byte) (int, error) {
	if len(d.left) == 0 {
		return 0, io.EOF
	}
	time.Sleep(2 * time.Millisecond) // or else they would leave as one
	n := copy(p, d.left[:min(d.size, len(d.left), len(p))])
	d.left = d.left[n:]
	return n, nil
}

func (a *abuse) send(e exchange, more http.Header, body io.Reader) {
	if body == nil {
		body = strings.NewReader(e.body)
	}
	a.exchange(context.Background(), a.client, e, more, body)
}

// hangUp breaks a request off: before its answer, or in the middle of its body.
func (a *abuse) hangUp(e exchange, rng *rand.Rand) {
	a.cancelled.Add(1)
	if rng.IntN(2) == 0 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(rng.IntN(3000))*time.Microsecond)
		defer cancel()
		a.exchange(ctx, a.hasty, e, nil, strings.NewReader(e.body))
		return
	}
	c, err := net.Dial("tcp", a.address)
	if err != nil {
		a.complain(err.Error())
		return
	}
	wire := e.wire()
	_, _ = c.Write(wire[:rng.IntN(len(wire))]) // whatever arrives
	_ = c.Close()
}

func (a *abuse) exchange(ctx context.Context, client *http.Client, e exchange, more http.Header, body io.Reader) {
	req, err := http.NewRequestWithContext(ctx, e.method, "http://"+a.address+e.path, body)
	if err != nil {
		a.complain(err.Error())
		return
	}
	req.Header = http.Header{"X-Auth-Token": {benchToken}, "Content-Type": {"application/json"}}
	if e.version != "" {
		req.Header.Set("OpenStack-API-Version", "compute "+e.version)
	}
	for name, values := range more {
		req.Header[name] = values
	}
	resp, err := client.Do(req)
	if err != nil {
		// A server may hang up on a header of a megabyte, and on a body that it has refused for its size; a slow client
		// is still writing it then.
		if refused := len(e.body) > mostBody &&
			(errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET)); ctx.Err() == nil && more == nil && !refused {
			a.complain(e.method + " " + e.path + ": " + err.Error())
		}
		return
	}
	text, _ := io.ReadAll(resp.Body) // a client that hung up reads nothing
	_ = resp.Body.Close()
	a.mu.Lock()
	a.statuses[resp.StatusCode]++
	a.mu.Unlock()
	if resp.StatusCode >= 500 {
		a.complain(fmt.Sprintf("%s %s with %.200q: %d %s", e.method, e.path, e.body, resp.StatusCode, text))
	}
}

func (a *abuse) complain(what string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.wrong) < 10 {
		a.wrong = append(a.wrong, what)
	}
}

// control calls the control API and answers its answer.
func (a *abuse) control(method, path string) string {
	req, err := http.NewRequest(method, "http://"+a.address+"/_plumbline"+path, nil)
	if err != nil {
		a.complain(err.Error())
		return ""
	}
	resp, err := a.client.Do(req)
	if err != nil {
		a.complain(err.Error())
		return ""
	}
	defer resp.Body.Close()
	var text bytes.Buffer
	_, _ = text.ReadFrom(resp.Body) // what is missing is missed below
	if resp.StatusCode >= 300 {
		a.complain(fmt.Sprintf("%s %s: %d %s", method, path, resp.StatusCode, text.String()))
	}
	return text.String()
}
