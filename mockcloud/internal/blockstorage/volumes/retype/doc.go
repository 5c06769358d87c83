// Package retype is changing the type of volumes.
package retype
