// Package revert holds the action that sets volumes back to their latest snapshot.
package revert
