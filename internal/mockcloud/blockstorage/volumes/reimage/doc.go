// Package reimage holds the action that writes an image to an existing volume, for servers that boot from it.
package reimage
