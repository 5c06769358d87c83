// Package draft reads requests whose body describes a stack: a new one, or an update.
package draft
