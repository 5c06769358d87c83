// Package quota holds the limits of projects and users in compute, and their checks.
package quota
