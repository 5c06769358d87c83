// Package lock holds the actions that lock and unlock servers, and reset their state.
package lock
