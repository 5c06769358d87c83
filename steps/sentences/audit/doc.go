// Package audit looks behind each scenario whether what was shown fits together: states and times, the log of
// actions, what a refused request left alone.
package audit
