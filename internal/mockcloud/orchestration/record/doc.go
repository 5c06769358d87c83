// Package record holds what orchestration's packages share: finding stacks and resources, their states and events, nested stacks, and
// URLs.
package record
