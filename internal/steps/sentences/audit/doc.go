// Package audit checks after each scenario that the fields of its server fit together: states and times, the log of
// actions, what other services know of it, and what a refused request must not change; and that lists are the same page by page.
package audit
