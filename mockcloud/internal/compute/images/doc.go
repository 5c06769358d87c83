// Package images is what servers take from images: which image a caller may use, whether a flavor or a volume is
// large enough for it, and what a server keeps of it.
package images
