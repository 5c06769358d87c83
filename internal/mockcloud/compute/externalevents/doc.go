// Package externalevents receives events about servers from other services (os-server-external-events).
package externalevents
