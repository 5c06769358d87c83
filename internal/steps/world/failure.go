package world

import (
	"errors"
	"fmt"
)

// Failure is an observation that contradicts what the scenario says: the verdict is fail.
type Failure struct {
	Message string
	// Expected and Got are set where two values were compared.
	Expected, Got string
}

func (f *Failure) Error() string {
	if f.Expected == "" && f.Got == "" {
		return f.Message
	}
	return fmt.Sprintf("%s: expected %s, got %s", f.Message, f.Expected, f.Got)
}

// Failf makes a Failure from a sentence.
func Failf(format string, args ...any) error { return &Failure{Message: fmt.Sprintf(format, args...)} }

// Differ makes a Failure from a comparison; what names the thing compared.
func Differ(what string, expected, got any) error {
	return &Failure{Message: what, Expected: show(expected), Got: show(got)}
}

// IsFailure tells whether the error means that the target broke its contract.
func IsFailure(err error) bool {
	var f *Failure
	return errors.As(err, &f)
}
