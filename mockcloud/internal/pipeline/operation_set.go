package pipeline

import "fmt"

// OperationSet is a self-contained part of a service: the operations of one kind of resource, or one action on it.
type OperationSet struct {
	Lookups    map[string]Lookup
	Operations map[string]Operation
	Async      map[string]Async
}

// AddOperationSets gives a service its operation sets. Two sets that both have an operation, a look-up or a kind of work are an error.
func (s *Service) AddOperationSets(sets ...OperationSet) error {
	lookups, operations, work := 0, 0, 0
	for _, set := range sets {
		lookups, operations, work = lookups+len(set.Lookups), operations+len(set.Operations), work+len(set.Async)
	}
	s.Lookups, s.Operations, s.Async = make(map[string]Lookup, lookups), make(map[string]Operation, operations), make(map[string]Async, work)
	for _, set := range sets {
		if err := merge("look-up", s.Lookups, set.Lookups); err != nil {
			return err
		}
		if err := merge("operation", s.Operations, set.Operations); err != nil {
			return err
		}
		if err := merge("work", s.Async, set.Async); err != nil {
			return err
		}
	}
	return nil
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
