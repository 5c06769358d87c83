// Package record is what orchestration's rooms share: finding stacks and resources, their states and events, what is nested
// in what, and where it is.
package record
