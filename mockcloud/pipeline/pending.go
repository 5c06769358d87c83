package pipeline

type (
	asyncOf struct{}
	keeper  struct{}
	serving struct{}
	echo    struct{}
	plan    struct{}
	noted   struct{}
)

// Journal is the ring of the last exchanges.
type Journal struct{}

// Faults are the rules by which the mock misbehaves on demand.
type Faults struct{}
