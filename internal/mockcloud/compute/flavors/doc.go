// Package flavors holds the operations on flavors: list, show, description and extra specifications.
package flavors
