package main

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"regexp"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTwoSignalsAtOnceAreOne: `timeout 60 plumbline …` sends SIGTERM to the process and to its group. The process ends in order all the
// same: here it waits for a request whose body is still to come.
func TestTwoSignalsAtOnceAreOne(t *testing.T) {
	cmd := exec.Command(os.Args[0], "mock", "--listen", "127.0.0.1:0")
	cmd.Env = append(os.Environ(), asPlumbline+"=1")
	said, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	defer func() { _ = cmd.Process.Kill() }()
	line, err := bufio.NewReader(said).ReadString('\n')
	require.NoError(t, err)
	address := regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(line)
	client, err := net.Dial("tcp", address)
	require.NoError(t, err, line)
	_, err = fmt.Fprintf(client, "POST /identity/v3/auth/tokens HTTP/1.1\r\nHost: %s\r\nContent-Length: 9\r\n\r\n", address)
	require.NoError(t, err)
	time.Sleep(200 * time.Millisecond) // the request has arrived
	for range 2 {
		require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
		time.Sleep(200 * time.Millisecond)
	}
	require.NoError(t, client.Close())
	_ = cmd.Wait()
	assert.True(t, cmd.ProcessState.Exited(), "the second signal ended the process: %s", cmd.ProcessState)
}
