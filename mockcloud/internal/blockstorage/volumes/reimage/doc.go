// Package reimage is writing an image to a volume that exists, for servers that boot from it.
package reimage
