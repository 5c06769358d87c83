package python

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// Order is the order of the keys in a JSON text, which decoding loses: a real service's messages have keys as they were sent. Nil is the
// order of text without objects; keys that it does not know come last, sorted.
type Order struct {
	keys    []string
	members map[string]*Order
}

// OrderOf reads the order of the keys in a JSON text; nil where the text is malformed. Of a key that is there twice the first place
// counts, and the last value, as Python's dict has it.
func OrderOf(raw []byte) *Order {
	o, err := readOrder(json.NewDecoder(bytes.NewReader(raw)))
	if err != nil {
		return nil
	}
	return o
}

func readOrder(dec *json.Decoder) (*Order, error) {
	token, err := dec.Token()
	delim, nested := token.(json.Delim)
	if err != nil || !nested {
		return nil, err
	}
	o := &Order{members: map[string]*Order{}}
	for i := 0; dec.More(); i++ {
		name := strconv.Itoa(i)
		if delim == '{' {
			key, err := dec.Token()
			if err != nil {
				return nil, err
			}
			name, _ = key.(string)
			if _, again := o.members[name]; !again {
				o.keys = append(o.keys, name)
			}
		}
		if o.members[name], err = readOrder(dec); err != nil {
			return nil, err
		}
	}
	_, err = dec.Token()
	return o, err
}

// At is the order within the value at a path: keys of objects, indexes of arrays.
func (o *Order) At(path ...string) *Order {
	for _, name := range path {
		if o == nil {
			return nil
		}
		o = o.members[name]
	}
	return o
}

// Keys answers the keys of an object in this order.
func (o *Order) Keys(object map[string]any) []string {
	var out []string
	if o != nil {
		for _, key := range o.keys {
			if _, there := object[key]; there {
				out = append(out, key)
			}
		}
	}
	if len(out) == len(object) {
		return out
	}
	return append(out, missing(object, out)...)
}
