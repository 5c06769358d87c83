package mockcloud

import (
	"net"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestConnectionsWaitForAPlace: one more than there are places is served when another ends, and closing ends the wait.
func TestConnectionsWaitForAPlace(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	l := limitConnections(inner, 2)
	accepted := make(chan net.Conn)
	ended := make(chan error)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				ended <- err
				return
			}
			accepted <- c
		}
	}()
	for range 3 {
		c, err := net.Dial("tcp", inner.Addr().String())
		require.NoError(t, err)
		defer c.Close() //nolint:errcheck // of the test
	}
	first, second := <-accepted, <-accepted
	select {
	case <-accepted:
		t.Fatal("a third connection has no place")
	default:
	}
	require.NoError(t, first.Close())
	_ = first.Close() // twice, as a server may: one place only
	third := <-accepted
	require.NoError(t, l.Close())
	assert.ErrorIs(t, <-ended, net.ErrClosed)
	require.NoError(t, second.Close())
	require.NoError(t, third.Close())
}
