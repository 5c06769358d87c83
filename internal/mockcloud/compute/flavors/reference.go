package flavors

import (
	"strconv"
	"strings"
)

// Reference is the id that flavorRef names; it may be a number, or a URL that ends with the id.
type Reference string

// ReadBody implements body.Reader.
func (r *Reference) ReadBody(v any) {
	switch v := v.(type) {
	case float64:
		*r = Reference(strconv.FormatFloat(v, 'f', -1, 64))
	case string:
		*r = Reference(v[strings.LastIndex(v, "/")+1:])
	}
}
