package world

// Passes says that what the Given sentences brought the case to ends by itself, and how it is known afterwards that it had
// not ended before the subject exchange was judged.
func (w *World) Passes(lasted func() bool) { w.lasted = lasted }

// Lasted tells whether what passes by itself is known to have lasted until the subject exchange was judged; ok is false where
// nothing of the case passes.
func (w *World) Lasted() (proven, ok bool) {
	if w.lasted == nil || w.subject == nil {
		return false, false
	}
	return w.lasted(), true
}
