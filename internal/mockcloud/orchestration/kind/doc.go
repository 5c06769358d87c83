// Package kind defines what a resource type is: its properties and attributes, and its handlers for actions. It finds types by name,
// and evaluates templates with the present resources. The types themselves are in kinds.
package kind
