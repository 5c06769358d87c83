// Package audit checks after each scenario that the fields of its server fit together: states and times, the log of
// actions, and what a refused request must not change.
package audit
