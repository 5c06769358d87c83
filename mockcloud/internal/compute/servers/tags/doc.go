// Package tags is the tags of servers as a resource of its own (from 2.26).
package tags
