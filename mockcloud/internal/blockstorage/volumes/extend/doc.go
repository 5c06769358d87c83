// Package extend is making volumes larger.
package extend
