package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"plumbline/internal/steps/mutation/source"
	"plumbline/internal/steps/mutation/source/site"
)

// workerPool describes the processes that try mutants.
type workerPool struct {
	binary  string
	workers int
	// patience is how long one mutant may take. Endless loops are stopped by counting steps; this stops endless waits.
	patience time.Duration
}

// try gets verdicts on all questions; tell is called with each as it comes.
func (c workerPool) try(ctx context.Context, all []source.Question, tell func(source.Verdict)) error {
	next := make(chan source.Question)
	var wait sync.WaitGroup
	var mu sync.Mutex
	for range c.workers {
		wait.Go(func() {
			var w *worker
			for q := range next {
				if w == nil || q.Early {
					w.stop()
					w = c.start(ctx, q)
				}
				v, ok := w.ask(q, c.patience)
				if !ok || q.Early {
					w.stop()
					w = nil
				}
				mu.Lock()
				tell(v)
				mu.Unlock()
			}
			w.stop()
		})
	}
	defer wait.Wait()
	defer close(next)
	for _, q := range all {
		select {
		case next <- q:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// worker is one process.
type worker struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	said    *beginning
	answers chan source.Verdict
	err     error
}

func (c workerPool) start(ctx context.Context, q source.Question) *worker {
	w := &worker{cmd: exec.CommandContext(ctx, c.binary, "source-worker"), answers: make(chan source.Verdict)}
	if q.Early {
		w.cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", site.Environment, q.Number))
	}
	w.said = &beginning{}
	w.cmd.Stderr = w.said
	w.in, w.err = w.cmd.StdinPipe()
	out, err := w.cmd.StdoutPipe()
	if w.err == nil {
		w.err = err
	}
	if w.err == nil {
		w.err = w.cmd.Start()
	}
	if w.err != nil {
		return w
	}
	go func() {
		defer close(w.answers)
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, 16<<20)
		for lines.Scan() {
			var v source.Verdict
			if json.Unmarshal(lines.Bytes(), &v) == nil && v.Number > 0 {
				w.answers <- v
			}
		}
	}()
	return w
}

// ask sends a question and waits for the verdict. The bool is false when the process cannot be used any more.
func (w *worker) ask(q source.Question, patience time.Duration) (source.Verdict, bool) {
	gone := source.Verdict{Number: q.Number, Killed: "crash", Why: "the process ended"}
	if w.err != nil {
		gone.Why = w.err.Error()
		return gone, false
	}
	if err := json.NewEncoder(w.in).Encode(q); err != nil {
		return gone, false
	}
	select {
	case v, ok := <-w.answers:
		if !ok {
			gone.Why += ": " + w.said.String()
			return gone, false
		}
		return v, true
	case <-time.After(patience):
		gone.Killed, gone.Why = "hang", "no verdict after "+patience.String()
		_ = w.cmd.Process.Signal(syscall.SIGQUIT) // the process prints its goroutines' stacks
		time.Sleep(time.Second)
		gone.Why += ": " + w.said.String()
		return gone, false
	}
}

func (w *worker) stop() {
	if w == nil || w.cmd.Process == nil {
		return
	}
	_ = w.in.Close()
	_ = w.cmd.Process.Kill()
	go func() {
		for range w.answers { // until the reader ends
		}
	}()
	_ = w.cmd.Wait()
}

// beginning keeps the first bytes of a process's output.
type beginning struct {
	mu   sync.Mutex
	text []byte
}

// Write implements io.Writer.
func (t *beginning) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p[:min(len(p), max(0, 4000-len(t.text)))]...)
	return len(p), nil
}

func (t *beginning) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
