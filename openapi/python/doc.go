// Package python writes values and messages as Python does, which is how the real services write them into
// faults.
package python
