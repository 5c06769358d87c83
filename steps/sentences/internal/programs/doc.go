// Package programs is the sentences about client programs.
package programs
