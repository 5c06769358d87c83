// Package metadata is the metadata of volumes, and what is known of the image on one.
package metadata
