// Package overlay reads OpenAPI Overlays and applies them to a tree, strictly: a target that selects nothing is an error.
package overlay
