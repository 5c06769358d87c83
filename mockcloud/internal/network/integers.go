package network

import (
	"reflect"
	"strconv"
	"strings"

	"plumbline/internal/openapi/python"
	"plumbline/mockcloud/internal/network/faults"
	"plumbline/mockcloud/internal/pipeline"
)

// number lets pass what Python's int() makes an integer of: stock clients send "1400" for an MTU (Zed).
func number(_ string, value any) *pipeline.Fault {
	if _, ok := wholeOf(value); ok {
		return nil
	}
	return faults.New(400, "InvalidInput", "Invalid input for operation: '%s' is not an integer.", python.Str(value))
}

func readWhole(v any, to reflect.Value) {
	n, _ := wholeOf(v)
	to.SetInt(int64(n))
}

func wholeOf(value any) (n int, ok bool) {
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

// inRange checks an integer that has a least and a greatest value.
func inRange(least, most int) func(string, any) *pipeline.Fault {
	return func(key string, value any) *pipeline.Fault {
		if f := number(key, value); f != nil {
			return f
		}
		switch n, _ := wholeOf(value); {
		case n < least:
			return faults.Invalid(key, "'%d' is too small - must be at least '%d'", n, least)
		case n > most:
			return faults.Invalid(key, "'%d' is too large - must be no larger than '%d'", n, most)
		}
		return nil
	}
}

func notNegative(key string, value any) *pipeline.Fault {
	if f := number(key, value); f != nil {
		return f
	}
	if n, _ := wholeOf(value); n < 0 {
		return faults.Invalid(key, "'%d' should be non-negative", n)
	}
	return nil
}
