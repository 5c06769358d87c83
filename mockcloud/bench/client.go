package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// load sends a request n times over a number of connections and reads the answers; a status other than the expected one is an error.
func load(base string, e exchange, n, connections int) error {
	host := strings.TrimPrefix(base, "http://")
	wire := e.wire(host)
	var left atomic.Int64
	left.Store(int64(n))
	errs := make([]error, connections)
	var wg sync.WaitGroup
	for i := range connections {
		wg.Go(func() { errs[i] = sendRequests(host, wire, e, &left) })
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return fmt.Errorf("%s at %s: %w", e.name, base, err)
		}
	}
	return nil
}

// sendRequests sends requests one after another over one connection while there are any left.
func sendRequests(host string, wire []byte, e exchange, left *atomic.Int64) error {
	c, err := net.Dial("tcp", host)
	if err != nil {
		return err
	}
	defer c.Close() //nolint:errcheck // nothing can be lost
	r := bufio.NewReaderSize(c, 64<<10)
	for left.Add(-1) >= 0 {
		if _, err := c.Write(wire); err != nil {
			return err
		}
		status, err := readStatus(r)
		if err != nil {
			return err
		}
		if status != e.status {
			return fmt.Errorf("answered %d instead of %d", status, e.status)
		}
	}
	return nil
}

var contentLength = []byte("Content-Length: ")

// readStatus reads an answer and returns only its status.
func readStatus(r *bufio.Reader) (status int, err error) {
	length := 0
	for first := true; ; first = false {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		line = bytes.TrimRight(line, "\r\n")
		switch {
		case first && len(line) > 12:
			if status, err = strconv.Atoi(string(line[9:12])); err != nil {
				return 0, err
			}
		case len(line) == 0:
			_, err = io.CopyN(io.Discard, r, int64(length))
			return status, err
		case bytes.HasPrefix(line, contentLength):
			if length, err = strconv.Atoi(string(line[len(contentLength):])); err != nil {
				return 0, err
			}
		}
	}
}
