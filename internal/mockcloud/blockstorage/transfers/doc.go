// Package transfers holds the operations that hand volumes over from one project to another.
package transfers
