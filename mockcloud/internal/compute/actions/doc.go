// Package actions shows what was done to a server (os-instance-actions).
package actions
