package site

import "reflect"

// Cond is a condition: mutant id makes it false, mutant id+1 true.
func Cond(id int, c bool) bool {
	if covering.Load() {
		note(id, c)
		note(id+1, !c)
	}
	Step()
	switch active {
	case id:
		return false
	case id + 1:
		return true
	}
	return c
}

// Never is the condition of a loop: the mutant makes it false from the start.
func Never(id int, c bool) bool {
	if covering.Load() {
		note(id, c)
	}
	Step()
	return c && active != id
}

// Not is a boolean value that the mutant negates.
func Not(id int, v bool) bool {
	if covering.Load() {
		note(id, true)
	}
	return v != (active == id)
}

// And is a && b: mutant id leaves the first operand out, id+1 the second, id+2 makes it ||.
func And(id int, a bool, b func() bool) bool {
	if covering.Load() {
		v := a && b()
		note(id, !a)
		note(id+1, a && !v)
		note(id+2, !a || !v)
		return v
	}
	switch active {
	case id:
		return b()
	case id + 1:
		return a
	case id + 2:
		return a || b()
	}
	return a && b()
}

// Or is a || b: mutant id leaves the first operand out, id+1 the second, id+2 makes it &&.
func Or(id int, a bool, b func() bool) bool {
	if covering.Load() {
		v := a || b()
		note(id, a)
		note(id+1, !a && v)
		note(id+2, a || v)
		return v
	}
	switch active {
	case id:
		return b()
	case id + 1:
		return a
	case id + 2:
		return a && b()
	}
	return a || b()
}

// Pick is a value or, when the mutant is on, another one.
func Pick[T any](id int, v, other T) T {
	if covering.Load() {
		note(id, !reflect.DeepEqual(v, other))
	}
	if active == id {
		return other
	}
	return v
}

// Late is Pick where the other value may be expensive or panic: it is only computed when needed.
func Late[T any](id int, v T, other func() T) T {
	if covering.Load() {
		note(id, true)
	}
	if active == id {
		return other()
	}
	return v
}

// Zero is a value that the mutant replaces by the zero value.
func Zero[T any](id int, v T) (out T) {
	if covering.Load() {
		note(id, !reflect.ValueOf(&v).Elem().IsZero())
	}
	if active == id {
		return out
	}
	return v
}

// Without is a list from which the mutant removes an element.
func Without[S ~[]E, E any](id, at int, s S) S {
	if covering.Load() {
		note(id, true)
	}
	if active != id || at >= len(s) {
		return s
	}
	return append(append(S{}, s[:at]...), s[at+1:]...)
}

// Swapped is a list in which the mutant swaps an element and the next one.
func Swapped[S ~[]E, E any](id, at int, s S) S {
	if covering.Load() {
		note(id, true)
	}
	if active != id || at+1 >= len(s) {
		return s
	}
	out := append(S{}, s...)
	out[at], out[at+1] = out[at+1], out[at]
	return out
}

// Kept tells whether an assignment is executed; Changed, after it, whether it made a difference.
func Kept(id int) bool {
	if covering.Load() {
		note(id, false)
	}
	Step()
	return id != active
}

// Changed notes whether a place has another value after an assignment.
func Changed[T any](id int, before, after T) {
	if covering.Load() {
		note(id, !reflect.DeepEqual(before, after))
	}
}
