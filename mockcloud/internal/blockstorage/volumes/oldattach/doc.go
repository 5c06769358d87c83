// Package oldattach is how compute attached volumes before 3.27: actions on the volume. Stock clients still have
// them.
package oldattach
