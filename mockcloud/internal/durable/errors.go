package durable

import "errors"

// Why a directory cannot be used; errors say which one and what to do.
var (
	ErrInUse  = errors.New("another process uses it")
	ErrFormat = errors.New("it is of another format")
	// ErrDamaged tells that a file is a state file no more: it was cut, overwritten or emptied.
	ErrDamaged = errors.New("is damaged")
	// ErrBroken tells that writing has failed in a way that leaves open what is on disk.
	ErrBroken = errors.New("what is on disk is not known for certain")
)
