// Package python writes values and messages in Python's form, which the real services have in faults.
package python
