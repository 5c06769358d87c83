package world

// Subject sends the exchange that the scenario is about: exactly one per scenario, never retried. Any
// answer is fine here; Then sentences judge it. An error means that there was no answer.
func (w *World) Subject(r Request) (*Exchange, error) { panic("pending") }

// Last is the answer of the subject exchange; it stops the step when there was none.
func (w *World) Last() *Exchange { panic("pending") }

// Setup sends a request of a Given sentence. Any status but want (none: every 2xx) is an error.
func (w *World) Setup(r Request, want ...int) (*Exchange, error) { panic("pending") }

// Observe sends a request of a Then sentence. Any status but want (none: every 2xx) is a Failure.
func (w *World) Observe(r Request, want ...int) (*Exchange, error) { panic("pending") }

// Do sends a request in a role and answers whatever came.
func (w *World) Do(role Role, r Request) (*Exchange, error) { panic("pending") }
