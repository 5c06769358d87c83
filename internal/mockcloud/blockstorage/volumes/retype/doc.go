// Package retype holds the action that changes the type of volumes.
package retype
