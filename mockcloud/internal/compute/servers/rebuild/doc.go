// Package rebuild is the rebuilding of servers, from images and on volumes.
package rebuild
