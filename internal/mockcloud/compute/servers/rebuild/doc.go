// Package rebuild holds the action that rebuilds servers, from images and on volumes.
package rebuild
