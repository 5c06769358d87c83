// Package quota bounds what a project or a user may have in compute.
package quota
