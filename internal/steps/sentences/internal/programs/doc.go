// Package programs holds the sentences about client programs.
package programs
