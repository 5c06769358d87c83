// Package node has decoded YAML and JSON as plain Go values, and functions on them for overlays, documents and schemas.
package node
