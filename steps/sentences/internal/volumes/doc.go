// Package volumes is the sentences about volumes.
package volumes
