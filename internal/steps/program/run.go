package program

import (
	"context"
	"errors"
	"io"
	"os/exec"
)

// Call is one run of a program. It reads nothing, and its environment is Env alone ("NAME=value").
type Call struct {
	Program        string // its path
	Args, Env      []string
	Stdout, Stderr io.Writer
}

// errNotBegun says that a kept interpreter has not run a program, which can therefore be started another way.
var errNotBegun = errors.New("the kept interpreter did not run the program")

// RunKept runs a program as Run does, a script (python -c) in a copy of a kept interpreter. A module that keeps something else than
// arguments or OS_* of where it was loaded would be deceived. So this is for targets that are held against Run by tests, and not for
// clouds whose verdict depends on it.
func RunKept(ctx context.Context, c Call) (int, error) {
	if at, is := interpreterOf(c); is && ctx.Err() == nil {
		code, err := at.run(ctx, c)
		if !errors.Is(err, errNotBegun) {
			return code, err
		}
	}
	return Run(ctx, c)
}

// Run runs a program to its end and returns its exit code, −1 when it was ended by a signal: at the end of ctx, which ends it, or by
// others. The error says why it could not be run.
func Run(ctx context.Context, c Call) (int, error) {
	cmd := exec.CommandContext(ctx, c.Program, c.Args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = c.Env, c.Stdout, c.Stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = nil
	}
	return cmd.ProcessState.ExitCode(), err
}
