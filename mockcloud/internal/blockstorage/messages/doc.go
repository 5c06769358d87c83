// Package messages is the messages that tell a project what failed.
package messages
