// Package bundle writes the folder of a report: all files or none.
package bundle
