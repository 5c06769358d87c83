// Package move takes servers to other hosts and sizes: resize and cold migration, which wait to be confirmed or reverted;
// live migration; evacuation of a host that is down; and the records that tell of them.
package move
