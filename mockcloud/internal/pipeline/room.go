package pipeline

import "fmt"

// Room is a self-contained part of a service: the operations of one kind of resource, or one action on it.
type Room struct {
	Lookups    map[string]Lookup
	Operations map[string]Operation
	Async      map[string]Async
}

// AddRooms gives a service its rooms. Two rooms that both have an operation, a look-up or a kind of work are an error.
func (s *Service) AddRooms(rooms ...Room) error {
	s.Lookups, s.Operations, s.Async = map[string]Lookup{}, map[string]Operation{}, map[string]Async{}
	for _, r := range rooms {
		if err := merge("look-up", s.Lookups, r.Lookups); err != nil {
			return err
		}
		if err := merge("operation", s.Operations, r.Operations); err != nil {
			return err
		}
		if err := merge("work", s.Async, r.Async); err != nil {
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
