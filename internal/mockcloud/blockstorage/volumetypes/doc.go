// Package volumetypes holds the operations on volume types, and decides which of them a caller may use.
package volumetypes
