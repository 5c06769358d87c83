// Package images reads images for volumes: which image a caller may use, whether it fits, and what is stored with a volume that it is
// written to.
package images
