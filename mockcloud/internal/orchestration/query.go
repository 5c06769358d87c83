package orchestration

import (
	"errors"
	"strconv"
	"strings"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/pipeline"
)

// truthOf reads a flag: true or false, whatever the case.
func truthOf(key string, value any) (bool, *pipeline.Fault) {
	switch strings.ToLower(hot.Text(value)) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, pipeline.BadRequest("Unrecognized value \"%s\" for \"%s\", acceptable values are: true, false.", pythonNone(value), key)
}

func pythonNone(v any) string {
	if v == nil {
		return "None"
	}
	return hot.Text(v)
}

// flagOf reads a flag of the query; false when it is not there.
func flagOf(x *pipeline.Exchange, key string) (bool, *pipeline.Fault) {
	if !x.Query.Has(key) {
		return false, nil
	}
	return truthOf(key, x.Query.Get(key))
}

// numberOf reads a number of the query that is not negative; 0 when it is not there.
func numberOf(x *pipeline.Exchange, key string) (int, *pipeline.Fault) {
	if !x.Query.Has(key) {
		return 0, nil
	}
	text := x.Query.Get(key)
	n, err := strconv.Atoi(text)
	if errors.Is(err, strconv.ErrRange) {
		return 0, unsafe(500, "RemoteError")
	}
	if err != nil {
		return 0, pipeline.BadRequest("Only integer is acceptable by '%s'.", key)
	}
	if n < 0 {
		return 0, pipeline.BadRequest("Value '%s' is invalid for '%s' which only accepts non-negative integer.", text, key)
	}
	return n, nil
}

// flagged reads one flag.
func flagged(key string) func(x *pipeline.Exchange) *pipeline.Fault {
	return func(x *pipeline.Exchange) *pipeline.Fault {
		_, f := flagOf(x, key)
		return f
	}
}

// direction refuses an order that there is not.
func direction(x *pipeline.Exchange) *pipeline.Fault {
	switch x.Query.Get("sort_dir") {
	case "", "asc", "desc":
		return nil
	}
	return unsafe(400, "ValueError")
}

// queries reads what an operation's query says before anything is looked up, by operation.
var queries = map[string]func(x *pipeline.Exchange) *pipeline.Fault{
	"stack-resources.list": readResourceQuery, "stack-resources.mark-unhealthy": readHealth,
	"stacks.show": readShowQuery, "stacks.list": readListQuery,
	"stacks.export": offered, "stacks.abandon": offered,
	"resource-types.list": flagged("with_description"), "template-functions.list": flagged("with_condition_func"),
	"stack-events.list": readEventQuery, "resource-events.list": readEventQuery,
}

// arguments is the stage that reads them.
func arguments() pipeline.Stage {
	return pipeline.Stage{Name: "arguments", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if read := queries[x.Operation.ID]; read != nil {
			return read(x)
		}
		return nil
	}}
}
