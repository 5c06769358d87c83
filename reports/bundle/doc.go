// Package bundle writes a report's folder: all files or none.
package bundle
