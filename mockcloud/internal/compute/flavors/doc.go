// Package flavors is the flavors: list, show, description and extra specifications.
package flavors
