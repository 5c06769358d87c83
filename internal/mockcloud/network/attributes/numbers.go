package attributes

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi/python"
)

// number reads what Python's int() makes an integer of: stock clients send "1400" for an MTU (Zed).
func number(_ string, value any) (any, *pipeline.Fault) {
	if n, is := value.(float64); is {
		return math.Trunc(n), nil
	}
	if n, ok := Whole(value); ok {
		return float64(n), nil
	}
	return nil, faults.Input("'%s' is not an integer", python.Str(value))
}

// Whole is the integer that a value stands for, if it does.
func Whole(value any) (n int, ok bool) {
	switch v := value.(type) {
	case float64:
		return int(v), true
	case bool:
		if v {
			n = 1
		}
		return n, true
	case string:
		n, err := strconv.Atoi(strings.TrimSpace(v))
		return n, err == nil
	}
	return 0, false
}

func readNumber(v any, to reflect.Value) {
	n, _ := Whole(v)
	to.SetInt(int64(n))
}

func readNumberPointer(v any, to reflect.Value) {
	if n, ok := Whole(v); ok {
		to.Set(reflect.ValueOf(&n))
	}
}

// inRange is an integer that has a least and a greatest value.
func inRange(least, most int) Check {
	return func(key string, value any) (any, *pipeline.Fault) {
		converted, f := number(key, value)
		if f != nil {
			return nil, f
		}
		switch n := body.As[float64](converted); {
		case n < float64(least):
			return nil, faults.Invalid(key, "'%s' is too small - must be at least '%d'", python.Str(n), least)
		case n > float64(most):
			return nil, faults.Invalid(key, "'%s' is too large - must be no larger than '%d'", python.Str(n), most)
		}
		return converted, nil
	}
}

func notNegative(key string, value any) (any, *pipeline.Fault) {
	converted, f := number(key, value)
	if f != nil {
		return nil, f
	}
	if n := body.As[float64](converted); n < 0 {
		return nil, faults.Invalid(key, "'%s' should be non-negative", python.Str(n))
	}
	return converted, nil
}

// oneNumberOf is one of a few integers.
func oneNumberOf(known ...int) Check {
	return func(key string, value any) (any, *pipeline.Fault) {
		converted, f := number(key, value)
		if f != nil {
			return nil, f
		}
		if n := body.As[float64](converted); n > math.MaxInt32 || !slices.Contains(known, int(n)) {
			return nil, faults.Invalid(key, "%s is not in valid_values", python.Str(n))
		}
		return converted, nil
	}
}
