package pipeline

import (
	"fmt"
	"sync"
)

// OperationSet is a self-contained part of a service: the operations of one kind of resource, or one action on it.
type OperationSet struct {
	Lookups    map[string]Lookup
	Operations map[string]Operation
	Async      map[string]Async
}

// Unite makes one operation set of several. Two sets that both have an operation, a look-up or a kind of work are an error.
func Unite(sets ...OperationSet) (OperationSet, error) {
	lookups, operations, work := 0, 0, 0
	for _, set := range sets {
		lookups, operations, work = lookups+len(set.Lookups), operations+len(set.Operations), work+len(set.Async)
	}
	all := OperationSet{make(map[string]Lookup, lookups), make(map[string]Operation, operations), make(map[string]Async, work)}
	for _, set := range sets {
		if err := merge("look-up", all.Lookups, set.Lookups); err != nil {
			return all, err
		}
		if err := merge("operation", all.Operations, set.Operations); err != nil {
			return all, err
		}
		if err := merge("work", all.Async, set.Async); err != nil {
			return all, err
		}
	}
	return all, nil
}

// UniteOnce answers a function that unites sets on its first call. Operations are the same for all clouds of a process and know
// theirs from the exchange, so that a further cloud, as each test may have one, only refers to them.
func UniteOnce(sets func() []OperationSet) func() (OperationSet, error) {
	return sync.OnceValues(func() (OperationSet, error) { return Unite(sets()...) })
}

// WithOperations gives a service its operations, as Unite and UniteOnce answer them. Clouds share them: nobody changes the maps.
func (s *Service) WithOperations(all OperationSet, err error) (*Service, error) {
	s.Lookups, s.Operations, s.Async = all.Lookups, all.Operations, all.Async
	return s, err
}

func merge[V any](what string, into, from map[string]V) error {
	for name, v := range from {
		if _, twice := into[name]; twice {
			return fmt.Errorf("%s %s is there twice", what, name)
		}
		into[name] = v
	}
	return nil
}
