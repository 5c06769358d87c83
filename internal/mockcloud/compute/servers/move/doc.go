// Package move holds the actions that move servers to other hosts and sizes: resize and cold migration, which wait to be confirmed or
// reverted; live migration; evacuation of a host that is down; and the records of migrations.
package move
