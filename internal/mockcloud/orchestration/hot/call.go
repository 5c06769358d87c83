package hot

import (
	"errors"
	"fmt"
)

// Call is a call of a function in a template that has been read. Calls in its arguments are Calls, too.
type Call struct {
	Name string
	Args any
	def  *function
}

// function is a function of templates. Each of its parts may be nil.
type function struct {
	// since and upTo are the versions that have it; with removed they only know that there was one.
	since, upTo string
	removed     bool
	// parse refuses arguments when the template is read, check before anything is evaluated.
	parse func(r Resolver, args any) error
	check func(args any) error
	// result is the function's value; inner calls in the arguments have been evaluated.
	result func(r Resolver, args any) (any, error)
	// whole takes the arguments as they are, before inner calls are evaluated.
	whole bool
}

// omitted is the value of what is to be left out of the list or map around it.
type omitted struct{}

// isSince tells whether the template's version is a version or a later one.
func (r Resolver) isSince(version string) bool { return r.Version == "" || date(r.Version) >= version }

func (f *function) isIn(version string) bool {
	at := date(version)
	return version == "" && f.upTo == "" && !f.removed || version != "" && at >= f.since && (f.upTo == "" || at < f.upTo)
}

// find finds the function that a map calls: one with one key, which is a function's name.
func (r Resolver) find(v object) (name string, f *function) {
	if len(v) != 1 {
		return "", nil
	}
	for name := range v {
		f := functions[name]
		if other := older[name]; other != nil && other.isIn(r.Version) {
			f = other
		}
		if r.deciding {
			f = forConditions(name, f, r)
		}
		if f != nil && f.isIn(r.Version) {
			return name, f
		}
	}
	return "", nil
}

// parse makes Calls of the functions in a value. The fault has the place of the function that is called wrongly.
func (r Resolver) parse(value any, path string) (any, *Fault) {
	switch v := value.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			var wrong *Fault
			if out[i], wrong = r.parse(v[i], fmt.Sprintf("%s[%d]", path, i)); wrong != nil {
				return nil, wrong
			}
		}
		return out, nil
	case object:
		if name, f := r.find(v); f != nil {
			return r.parseCall(name, f, v[name], path+"."+name)
		}
		out := make(object, len(v))
		for _, key := range sortedKeys(v) {
			var wrong *Fault
			if out[key], wrong = r.parse(v[key], path+"."+key); wrong != nil {
				return nil, wrong
			}
		}
		return out, nil
	}
	return value, nil
}

func (r Resolver) parseCall(name string, f *function, args any, path string) (any, *Fault) {
	if name == "if" {
		branch, err := r.choose(args)
		if err != nil {
			return nil, faultAt(err, path)
		}
		if _, leave := branch.(omitted); leave {
			return branch, nil
		}
		return r.parse(branch, path)
	}
	parsed, wrong := r.parse(args, path)
	if wrong != nil {
		return nil, wrong
	}
	if f.parse != nil {
		if err := f.parse(r, parsed); err != nil {
			return nil, faultAt(err, path)
		}
	}
	return &Call{Name: name, Args: parsed, def: f}, nil
}

// faultAt is an error of a function as a fault at a place; a fault that an inner function has raised stays as it is.
func faultAt(err error, path string) *Fault {
	var inner *Fault
	if errors.As(err, &inner) {
		return inner
	}
	return invalid("%v", err).at("", path)
}

// check checks the calls in a value, inner ones first. The fault's path is within the value.
func check(value any, path string) *Fault {
	switch v := value.(type) {
	case []any:
		for i := range v {
			if wrong := check(v[i], fmt.Sprintf("%s[%d]", path, i)); wrong != nil {
				return wrong
			}
		}
	case object:
		for _, key := range sortedKeys(v) {
			if wrong := check(v[key], join(path, key)); wrong != nil {
				return wrong
			}
		}
	case *Call:
		if inner := check(v.Args, ""); inner != nil {
			return invalid("%s", inner.Text(": ")).at("", join(path, v.Name))
		}
		if v.def.removed {
			why := "The template version is invalid: The function " + v.Name + " is not supported in this version of HOT."
			return invalid("%s", why).at("", join(path, v.Name))
		}
		if v.def.check != nil {
			if err := v.def.check(v.Args); err != nil {
				return invalid("%v", err).at("", join(path, v.Name))
			}
		}
	}
	return nil
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// evaluate evaluates the Calls in a value.
func (r Resolver) evaluate(value any) (any, error) {
	out, err := r.entry(value)
	if _, leave := out.(omitted); leave {
		return nil, err
	}
	return out, err
}

// entry is evaluate for an element of a list or map, which may be left out.
func (r Resolver) entry(value any) (any, error) {
	switch v := value.(type) {
	case []any:
		out := make([]any, 0, len(v))
		for i := range v {
			one, err := r.entry(v[i])
			if err != nil {
				return nil, err
			}
			if _, leave := one.(omitted); !leave {
				out = append(out, one)
			}
		}
		return out, nil
	case object:
		out := make(object, len(v))
		for _, key := range sortedKeys(v) {
			one, err := r.entry(v[key])
			if err != nil {
				return nil, err
			}
			if _, leave := one.(omitted); !leave {
				out[key] = one
			}
		}
		return out, nil
	case *Call:
		args := v.Args
		if !v.def.whole {
			var err error
			if args, err = r.evaluate(args); err != nil {
				return nil, err
			}
		}
		if v.def.result == nil {
			return nil, nil
		}
		return v.def.result(r, args)
	}
	return value, nil
}

// Resolve evaluates the functions in a value. The value itself is not changed.
func (r Resolver) Resolve(value any) (any, error) {
	parsed, wrong := r.parse(value, "")
	if wrong != nil {
		return nil, said(wrong.Message)
	}
	return r.evaluate(parsed)
}

// Parse refuses calls of functions with wrong arguments; path is the value's place in the template.
func (r Resolver) Parse(value any, path string) *Fault {
	_, wrong := r.parse(value, path)
	return wrong
}

// Check refuses calls of functions that cannot be evaluated, whatever the values are.
func (r Resolver) Check(value any, path string) *Fault {
	parsed, wrong := r.parse(value, path)
	if wrong != nil {
		return wrong
	}
	return check(parsed, path)
}
