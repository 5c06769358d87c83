// Package validation checks a stack before it is created or updated: its conditions, the order of its resources, and each of them.
package validation
