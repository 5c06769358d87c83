// Package volumetypes is the volume types, and which of them a caller may use.
package volumetypes
