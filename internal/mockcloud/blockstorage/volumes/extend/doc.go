// Package extend holds the action that makes volumes larger.
package extend
