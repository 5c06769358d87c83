package durable

import "errors"

// Reasons why a directory cannot be used; the errors add which directory, and what to do.
var (
	ErrInUse  = errors.New("another process uses it")
	ErrFormat = errors.New("it is of another format")
	// ErrDamaged tells that the file is not a state file any more: it was cut, overwritten or emptied.
	ErrDamaged = errors.New("is damaged")
	// ErrBroken tells that a write failed in a way that leaves the contents of the file uncertain.
	ErrBroken = errors.New("what is on disk is not known for certain")
)
