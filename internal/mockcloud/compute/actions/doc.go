// Package actions shows the log of actions on a server (os-instance-actions).
package actions
