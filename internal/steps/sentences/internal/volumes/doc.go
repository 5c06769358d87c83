// Package volumes holds the sentences about volumes.
package volumes
