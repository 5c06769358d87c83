// Package images is what volumes take from images: which image a caller may use, whether it fits, and what is on
// a volume that it was written to.
package images
