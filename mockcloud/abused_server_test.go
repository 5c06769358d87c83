package mockcloud_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/memory"
)

// abused is a mock cloud in a process of its own, which tells how it is.
type abused struct {
	cmd     *exec.Cmd
	stdin   io.Closer
	stderr  bytes.Buffer
	address string
	// doctor is where it tells.
	doctor string
}

// vitals are what may not grow: MiB that live and that the process has, and goroutines.
type vitals struct {
	goroutines, heap, rss int
}

func (v vitals) String() string {
	return fmt.Sprintf("%d goroutines, %d MiB live, RSS %d MiB", v.goroutines, v.heap, v.rss)
}

// serveAbused is the process: a listening cloud, as `plumbline mock` has one.
func serveAbused() {
	cloud := benchCloud(quiet{})
	memory.SpareTheCollector()
	served, err := cloud.Listen("127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	doctor := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		debug.FreeOSMemory()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		status, _ := os.ReadFile("/proc/self/status") // RSS is 0 where there is none
		_, text, _ := strings.Cut(string(status), "VmRSS:")
		var kilobytes int
		_, _ = fmt.Sscan(text, &kilobytes)
		fmt.Fprintln(w, runtime.NumGoroutine(), m.HeapAlloc>>20, kilobytes>>10)
	})
	fmt.Println(strings.TrimPrefix(served.URL, "http://"), l.Addr())
	go func() { _ = http.Serve(l, doctor) }() //nolint:gosec // a test's
	_, _ = io.Copy(io.Discard, os.Stdin)
	if err := served.Close(); err != nil {
		panic(err)
	}
}

func startAbused(t *testing.T) *abused {
	exe, err := os.Executable()
	require.NoError(t, err)
	s := &abused{cmd: exec.Command(exe)}
	s.cmd.Env = append(os.Environ(), serveEnv+"=abused")
	s.cmd.Stderr = &s.stderr
	s.stdin, err = s.cmd.StdinPipe()
	require.NoError(t, err)
	stdout, err := s.cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, s.cmd.Start())
	t.Cleanup(func() { _ = s.cmd.Process.Kill() }) // it has ended, unless the test did not come that far
	line, err := bufio.NewReader(stdout).ReadString('\n')
	require.NoError(t, err)
	_, err = fmt.Sscan(line, &s.address, &s.doctor)
	require.NoError(t, err)
	return s
}

// vitals asks until connections that were closed are gone: the number of goroutines stands still.
func (s *abused) vitals(t *testing.T) (v vitals) {
	client := &http.Client{}
	defer client.CloseIdleConnections()
	same, last := 0, -1
	for range 500 {
		resp, err := client.Get("http://" + s.doctor)
		require.NoError(t, err)
		_, err = fmt.Fscan(resp.Body, &v.goroutines, &v.heap, &v.rss)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		if same++; v.goroutines != last {
			same, last = 0, v.goroutines
		}
		if same == 40 { // longer than net/http holds a connection that it refused to read to the end, half a second
			return v
		}
		time.Sleep(20 * time.Millisecond)
	}
	return v
}

// stop ends the process as an operator would, and answers what it said.
func (s *abused) stop(t *testing.T) string {
	require.NoError(t, s.stdin.Close())
	assert.NoError(t, s.cmd.Wait())
	return s.stderr.String()
}
