// Package toy has a place for each operator.
package toy

import "fmt"

// Fault is why something is refused.
type Fault struct {
	Status  int
	Message string
}

// State is a closed set.
type State string

// The states.
const (
	Active  State = "active"
	Stopped State = "stopped"
)

// Server has two fields of one type.
type Server struct {
	User, Owner string
	Size        int
	State       State
	Tags        []string
}

func refuse(status int, format string, args ...any) *Fault {
	return &Fault{Status: status, Message: fmt.Sprintf(format, args...)}
}

func same(a, b string) bool { return a == b }

func allowed(s *Server, user string, admin bool) *Fault {
	if s == nil {
		return refuse(404, "Server %s is not there", user)
	}
	if s.Size < 1 {
		return refuse(400, "too small")
	}
	if s.State != Active && !admin || same(s.User, user) {
		s.Tags = append(s.Tags, "refused")
		s.User = user
		return nil
	}
	for _, t := range s.Tags {
		if t == "locked" {
			continue
		}
		s.Size += len(t) - 1
	}
	return last(s)
}

func last(s *Server) *Fault {
	made := &Server{User: s.User, Size: 2, Tags: []string{"one", "two"}}
	small := s.Size <= 2
	if clean(made.Owner) == "" && small {
		return refuse(409, "no owner")
	}
	return nil
}

func clean(text string) string { return text }
