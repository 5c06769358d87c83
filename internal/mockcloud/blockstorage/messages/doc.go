// Package messages holds the user messages about failures, which a project can list.
package messages
