// Package images reads images for servers: which image a caller may use, whether a flavor or a volume is large enough for it, and
// which of its properties a server keeps.
package images
