// Package lock is the locking and unlocking of servers, and resetting their state.
package lock
