// Package upload holds the action that makes an image of a volume.
package upload
