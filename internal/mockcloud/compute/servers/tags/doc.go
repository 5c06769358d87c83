// Package tags holds the operations on the tags of servers (from 2.26).
package tags
