// Package usage shows the usage of projects in a period, and the log of usage audits.
package usage
