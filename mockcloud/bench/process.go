package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// process is a server in its own process.
type process struct {
	cmd *exec.Cmd
	url string
}

var urlIn = regexp.MustCompile(`http://[0-9.:]+`)

// start starts a server and waits for the line with its address.
func start(ctx context.Context, program string, args ...string) (*process, error) {
	p := &process{cmd: exec.CommandContext(ctx, program, args...)}
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	p.url = urlIn.FindString(line)
	if err != nil || p.url == "" {
		p.stop()
		return nil, fmt.Errorf("%s did not say where it listens: %q", program, line)
	}
	return p, nil
}

// startMock starts the built plumbline with n servers, and with more arguments.
func startMock(ctx context.Context, program string, n int, more ...string) (*process, error) {
	args := []string{"mock", "--listen", "127.0.0.1:0", "--seed-servers", strconv.Itoa(n), "--server-id", serverID, "--token", token}
	return start(ctx, program, append(args, more...)...)
}

func (p *process) stop() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// cpu is the processor time of the process, user and system (nanoseconds), from the scheduler's figures of its threads (Linux). Go's
// threads do not end while it serves.
func (p *process) cpu() (time.Duration, error) {
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", p.cmd.Process.Pid))
	if err != nil || len(files) == 0 {
		return 0, fmt.Errorf("no /proc/%d/task/*/schedstat: this needs Linux", p.cmd.Process.Pid)
	}
	var sum time.Duration
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		first, _, _ := strings.Cut(string(b), " ")
		n, err := strconv.ParseInt(first, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", f, err)
		}
		sum += time.Duration(n)
	}
	return sum, nil
}

// residentMemory is the memory of the process in RAM (MiB), now and at its maximum.
func (p *process) residentMemory() (now, most float64) {
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	for line := range bytes.Lines(b) {
		fields := strings.Fields(string(line))
		if len(fields) < 2 {
			continue
		}
		kib, _ := strconv.ParseFloat(fields[1], 64)
		switch fields[0] {
		case "VmRSS:":
			now = kib / 1024
		case "VmHWM:":
			most = kib / 1024
		}
	}
	return now, most
}
