// Package kind is what a resource type is: its properties and attributes, and what happens with a resource when an action
// comes to it. It finds types by name, and evaluates templates with what their resources are now. The types themselves
// are in kinds.
package kind
