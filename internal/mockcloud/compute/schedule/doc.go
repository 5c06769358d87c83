// Package schedule chooses hosts for servers.
package schedule
