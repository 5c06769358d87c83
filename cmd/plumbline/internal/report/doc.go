// Package report reads, compares, signs and publishes reports: report.
package report
