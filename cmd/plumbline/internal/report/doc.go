// Package report has the command report, which reads, compares, signs and publishes reports.
package report
