package mockcloud_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"plumbline/internal/mockcloud/memory"
)

// serveEnv makes this test binary a server instead, in a process of its own, whose processor time can be told
// from the client's: "mock" or "bare", or "abused" for TestSoakAbuse. It ends with its standard input. With _PROFILE behind its
// name it names a file for the mock's processor profile.
const serveEnv = "PLUMBLINE_BENCH_SERVE"

func TestMain(m *testing.M) {
	if kind := os.Getenv(serveEnv); kind != "" {
		serveForBench(kind)
		return
	}
	goleak.VerifyTestMain(m)
}

func serveForBench(kind string) {
	if kind == "abused" {
		serveAbused()
		return
	}
	var tb quiet
	var h http.Handler = benchCloud(tb)
	memory.SpareTheCollector()
	if kind == "bare" {
		h = bare(tb, h)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	if path := os.Getenv(serveEnv + "_PROFILE"); path != "" && kind == "mock" {
		f, err := os.Create(path)
		if err != nil {
			panic(err)
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			panic(err)
		}
		defer pprof.StopCPUProfile()
	}
	fmt.Println(l.Addr())
	go func() { _ = http.Serve(l, h) }() //nolint:gosec // a benchmark's
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// quiet is a testing.TB for the server's process, where there is no test.
type quiet struct{ testing.TB }

func (quiet) Helper()                   {}
func (quiet) Errorf(f string, a ...any) { panic(fmt.Sprintf(f, a...)) }
func (quiet) FailNow()                  { panic("failed") }

// bare writes the bytes that the mock answers, headers included, and does nothing else: what net/http costs.
func bare(tb testing.TB, mock http.Handler) http.Handler {
	answers := map[string]*httptest.ResponseRecorder{}
	for _, e := range exchanges() {
		w := httptest.NewRecorder()
		mock.ServeHTTP(w, e.request())
		require.Equal(tb, e.status, w.Code, w.Body.String())
		answers[e.name] = w
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		a := answers[r.Header.Get("X-Exchange")]
		h := w.Header()
		for name, values := range a.Header() {
			h[name] = values
		}
		w.WriteHeader(a.Code)
		_, _ = w.Write(a.Body.Bytes())
	})
}

func (e exchange) request() *http.Request {
	r := httptest.NewRequest(e.method, "http://cloud.test"+e.path, strings.NewReader(e.body))
	r.Header.Set("X-Auth-Token", benchToken)
	r.Header.Set("OpenStack-API-Version", "compute "+e.version)
	r.Header.Set("Content-Type", "application/json")
	return r
}

// wire is the request as a client sends it.
func (e exchange) wire() []byte {
	return fmt.Appendf(nil, "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Auth-Token: %s\r\nOpenStack-API-Version: compute "+
		"%s\r\nX-Exchange: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		e.method, e.path, benchToken, e.version, e.name, len(e.body), e.body)
}

// server is a server in a process of its own.
type server struct {
	cmd     *exec.Cmd
	stdin   io.Closer
	address string
}

func startServer(tb testing.TB, kind string) *server {
	exe, err := os.Executable()
	require.NoError(tb, err)
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), serveEnv+"="+kind)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	require.NoError(tb, err)
	stdout, err := cmd.StdoutPipe()
	require.NoError(tb, err)
	require.NoError(tb, cmd.Start())
	line, err := bufio.NewReader(stdout).ReadString('\n')
	require.NoError(tb, err)
	s := &server{cmd: cmd, stdin: stdin, address: strings.TrimSpace(line)}
	tb.Cleanup(func() {
		_ = s.stdin.Close()
		_ = s.cmd.Wait()
	})
	return s
}

// spent is the processor time of all threads of the server so far.
func (s *server) spent(tb testing.TB) time.Duration {
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", s.cmd.Process.Pid))
	require.NoError(tb, err)
	if len(files) == 0 {
		tb.Skip("this system does not tell what threads spent (/proc/PID/task/*/schedstat)")
	}
	var total int64
	for _, f := range files {
		content, err := os.ReadFile(f)
		require.NoError(tb, err)
		first, _, _ := strings.Cut(string(content), " ")
		n, err := strconv.ParseInt(first, 10, 64)
		require.NoError(tb, err)
		total += n
	}
	return time.Duration(total)
}

// load sends n requests over some connections, one after another on each, and checks the status of each.
func (s *server) load(tb testing.TB, e exchange, n int) {
	connections := 4
	if e.alone {
		connections = 1
	}
	var wg sync.WaitGroup
	errs := make([]error, connections)
	for i := range errs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			errs[i] = s.loadOne(e, n/connections)
		}()
	}
	wg.Wait()
	for _, err := range errs {
		require.NoError(tb, err)
	}
}

func (s *server) loadOne(e exchange, n int) error {
	c, err := net.Dial("tcp", s.address)
	if err != nil {
		return err
	}
	defer c.Close() //nolint:errcheck // nothing to lose
	in, request := bufio.NewReaderSize(c, 1<<17), e.wire()
	for range n {
		if _, err := c.Write(request); err != nil {
			return err
		}
		resp, err := http.ReadResponse(in, nil)
		if err != nil {
			return err
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			return err
		}
		if resp.StatusCode != e.status {
			return fmt.Errorf("%s: %d", e.name, resp.StatusCode)
		}
	}
	return nil
}

// BenchmarkServed compares the mock, all checks on, with a bare net/http handler that writes the same bytes:
// processor time of the server per request, least of interleaved rounds.
func BenchmarkServed(b *testing.B) {
	for _, e := range exchanges() {
		b.Run(e.name, func(b *testing.B) {
			mock, plain := startServer(b, "mock"), startServer(b, "bare")
			const warm, rounds = 200, 5
			n := max(400, b.N) / 4 * 4
			mock.load(b, e, warm)
			plain.load(b, e, warm)
			reset := exchange{name: "reset", method: "POST", path: "/_plumbline/reset", status: 204, alone: true}
			round := func(s *server) float64 {
				if s == mock { // or else each round has more servers than the one before
					s.load(b, reset, 1)
				}
				before := s.spent(b)
				s.load(b, e, n)
				return float64((s.spent(b) - before).Nanoseconds()) / float64(n) / 1000
			}
			var mocks, plains []float64
			b.ResetTimer()
			for range rounds {
				plains, mocks = append(plains, round(plain)), append(mocks, round(mock))
			}
			b.StopTimer()
			m, p := slices.Min(mocks), slices.Min(plains)
			b.ReportMetric(m, "mock-cpu-µs/req")
			b.ReportMetric(p, "bare-cpu-µs/req")
			b.ReportMetric(m/p, "x-bare")
			b.ReportMetric(0, "ns/op")
		})
	}
}
