// Package draft reads requests whose body is a stack: one that is to be made, or what one is to become.
package draft
