package underfire_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
)

// fire is a cloud behind a network that breaks on command: suite → toxiproxy → ServeHTTP → cloud.
type fire struct {
	t     *testing.T
	cloud http.Handler
	url   string
	// again makes a proxy anew, at the same address.
	again func(listen string) *toxiproxy.Proxy

	mu    sync.Mutex
	proxy *toxiproxy.Proxy
	toxic toxic
	// strikes tells whether the toxic is in effect at a request, the n-th since it was aimed; nil is never.
	strikes func(n int, r *http.Request) bool
	got     int
	// poisoned: the proxy has the toxic.
	poisoned bool
}

// light puts the cloud that is made for an address behind a network that works.
func light(t *testing.T, cloud func(url string) (http.Handler, error)) *fire {
	f := &fire{t: t}
	upstream := httptest.NewServer(f)
	t.Cleanup(upstream.Close)
	metrics := toxiproxy.NewMetricsContainer(prometheus.NewRegistry())
	f.again = func(listen string) *toxiproxy.Proxy {
		return toxiproxy.NewProxy(toxiproxy.NewServer(metrics, zerolog.Nop()), "fire", listen, upstream.Listener.Addr().String())
	}
	f.proxy = f.again("127.0.0.1:0")
	require.NoError(t, f.proxy.Start())
	t.Cleanup(func() { f.proxy.Stop() })
	f.url = "http://" + f.proxy.Listen
	var err error
	f.cloud, err = cloud(f.url)
	require.NoError(t, err)
	return f
}

// aim lets a toxic strike from now on.
func (f *fire) aim(x toxic, strikes func(n int, r *http.Request) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.toxic, f.strikes, f.got = x, strikes, 0
}

// mend makes the network whole again. Connections that may be stuck end.
func (f *fire) mend() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.strikes = nil
	if !f.poisoned {
		return
	}
	f.proxy.Stop()
	f.proxy, f.poisoned = f.again(f.proxy.Listen), false
	require.NoError(f.t, f.proxy.Start())
}

// asked is how many requests there were since the toxic was aimed.
func (f *fire) asked() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.got
}

// ServeHTTP is the last thing before the cloud. It lets the toxic strike; the control API is not part of a cloud.
func (f *fire) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/_plumbline") || !f.strike(r) {
		f.cloud.ServeHTTP(w, r)
		return
	}
	if f.toxic.answers.carried {
		f.cloud.ServeHTTP(httptest.NewRecorder(), r)
	}
	_, _ = io.Copy(io.Discard, r.Body)
	if f.toxic.answers.status == 0 {
		panic(http.ErrAbortHandler)
	}
	w.Header().Set("Content-Type", f.toxic.answers.kind)
	w.WriteHeader(f.toxic.answers.status)
	_, _ = io.WriteString(w, f.toxic.answers.body)
}

// strike breaks or mends the network where it is time to, and tells whether something else answers this request.
func (f *fire) strike(r *http.Request) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.got++
	on := f.strikes != nil && f.strikes(f.got, r)
	switch {
	case f.toxic.answers != nil:
		return on
	case on && !f.poisoned:
		f.poisoned = true
		require.NoError(f.t, f.toxic.poison(f.proxy), f.toxic.name)
	case !on && f.poisoned && !f.toxic.refuse:
		f.poisoned = false
		require.NoError(f.t, f.toxic.heal(f.proxy), f.toxic.name)
	}
	return false
}
