// Package groups holds groups of volumes: their volumes change hands together, and are copied together.
package groups
