// Package items declares the operations on the metadata of a resource: its items are listed, shown, added, replaced, set and deleted.
package items
