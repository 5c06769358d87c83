package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"

	"plumbline/internal/openapi/python"
	"plumbline/internal/openapi/schema"
)

// CheckKeys refuses a body with a duplicate key in one object, for operations with x-openstack-unique-keys: true. A schema
// cannot, since decoding keeps only the last of the two.
func (o *Operation) CheckKeys(raw []byte) *schema.Violation {
	if !o.UniqueKeys {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	v, err := findDuplicateKey(dec, nil)
	if err != nil {
		return nil // malformed JSON is refused elsewhere
	}
	return v
}

// findDuplicateKey reads one value and answers its first duplicate key.
func findDuplicateKey(dec *json.Decoder, path []string) (*schema.Violation, error) {
	token, err := dec.Token()
	if err != nil {
		return nil, err
	}
	delim, _ := token.(json.Delim)
	seen := map[string]bool{}
	var found *schema.Violation
	for i := 0; delim != 0 && dec.More(); i++ {
		at := append(path[:len(path):len(path)], fmt.Sprint(i))
		if delim == '{' {
			key, err := dec.Token()
			if err != nil {
				return nil, err
			}
			name, _ := key.(string)
			if seen[name] && found == nil {
				found = &schema.Violation{Path: path, Keyword: "uniqueKeys", Message: fmt.Sprintf("%s is there more than once", python.Repr(name))}
			}
			seen[name] = true
			at[len(at)-1] = name
		}
		inner, err := findDuplicateKey(dec, at)
		if err != nil {
			return nil, err
		}
		if found == nil {
			found = inner
		}
	}
	if delim != 0 {
		_, err = dec.Token()
	}
	return found, err
}
