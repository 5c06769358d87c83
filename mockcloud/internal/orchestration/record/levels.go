package record

// Levels of a lock: of the stack and those nested in it, or of their resources as well.
const (
	LevelAll    = "all"
	LevelStacks = "stacks"
)
