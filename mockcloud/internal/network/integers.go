package network

import (
	"reflect"
	"strconv"
	"strings"

	"plumbline/internal/openapi/python"
	"plumbline/mockcloud/internal/pipeline"
)

// number lets pass what Python's int() makes an integer of: stock clients send "1400" for an MTU (Zed).
func number(_ string, value any) *pipeline.Fault {
	if _, ok := wholeOf(value); ok {
		return nil
	}
	return fault(400, "InvalidInput", "Invalid input for operation: '%s' is not an integer.", python.Str(value))
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
