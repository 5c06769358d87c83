// Package upload is making an image of a volume.
package upload
