// Package create is the creating of volumes, and the filling that follows.
package create
