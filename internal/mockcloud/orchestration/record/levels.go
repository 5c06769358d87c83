package record

// Levels of a lock: the stack and those nested in it, or their resources as well.
const (
	LevelAll    = "all"
	LevelStacks = "stacks"
)
