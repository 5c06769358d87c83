//go:build !unix

package program

import "context"

// interpreter keeps none on this system.
type interpreter struct{}

func interpreterOf(Call) (*interpreter, bool) { return nil, false }

func (*interpreter) run(context.Context, Call) (int, error) { return -1, errNotBegun }
