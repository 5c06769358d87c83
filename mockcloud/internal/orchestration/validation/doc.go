// Package validation looks at a stack before it is made or changed: its conditions, the order of its resources, and each of
// them.
package validation
