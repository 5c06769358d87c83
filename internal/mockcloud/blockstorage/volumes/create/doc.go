// Package create holds the creation of volumes, and the scheduled work that fills them.
package create
