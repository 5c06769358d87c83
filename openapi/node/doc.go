// Package node is decoded YAML and JSON as plain Go values, and what overlays, documents and schemas ask of
// them.
package node
