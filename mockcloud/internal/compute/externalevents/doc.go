// Package externalevents takes what other services tell about servers (os-server-external-events).
package externalevents
