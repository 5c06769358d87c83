// Package usage is what projects used in a period, and the log of the audits of it.
package usage
