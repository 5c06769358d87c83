package clientcheck

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/redact"
)

// body judges the body of a request.
func (j *judge) body(c *call) {
	switch c.Method {
	case "GET", "HEAD", "DELETE":
		return
	}
	if c.RequestBody == "" || c.BodyCut || c.jsonBody() == nil {
		return
	}
	var value any
	if err := json.Unmarshal([]byte(c.RequestBody), &value); err != nil {
		j.addFinding(badJSON, c, "", "")
		return
	}
	if v := c.operation.CheckBody(value); v != nil {
		if v.Keyword != "additionalProperties" {
			j.addFinding(badValue, c, pointer(v.Path), quoted(v, value))
			return
		}
		first := c.firstWith(func(op *openapi.Operation) bool {
			then := op.CheckBody(value)
			return then != nil && then.Message == v.Message
		})
		j.addFindingUntil(first, unknownField, c, pointer(v.Path), quoted(v, value))
		return
	}
	if v := c.operation.CheckKeys([]byte(c.RequestBody)); v != nil {
		j.addFinding(badValue, c, pointer(v.Path), v.Message)
		return
	}
	if !c.partial() {
		for _, at := range c.unknownFields(c.jsonBody(), value, "", 0) {
			j.addFinding(ignoredField, c, at, "")
		}
	}
}

// quoted is the text of a violation, without the value if that is long or contains a secret.
func quoted(v *openapi.Violation, body any) string {
	generic := "the schema's " + v.Keyword + " refuses it"
	if len(v.Message) > 160 {
		return generic
	}
	if len(v.Path) > 0 && redact.SecretName(v.Path[len(v.Path)-1]) {
		return generic
	}
	for _, secret := range secretsIn(body) {
		if strings.Contains(v.Message, secret) {
			return generic
		}
	}
	return v.Message
}

// secretsIn are the values in a body under keys that name a secret.
func secretsIn(body any) (out []string) {
	switch body := body.(type) {
	case map[string]any:
		for k, e := range body {
			if text, ok := e.(string); ok && text != "" && redact.SecretName(k) {
				out = append(out, text)
			}
			out = append(out, secretsIn(e)...)
		}
	case []any:
		for _, e := range body {
			out = append(out, secretsIn(e)...)
		}
	}
	return out
}

func pointer(path []string) string {
	var b strings.Builder
	for _, p := range path {
		b.WriteString("/" + strings.ReplaceAll(strings.ReplaceAll(p, "~", "~0"), "/", "~1"))
	}
	return b.String()
}

// jsonBody is the schema of the operation's JSON body, nil without one.
func (c *call) jsonBody() map[string]any {
	body := c.resolveRef(c.operation.Tree["requestBody"])
	content, _ := body["content"].(map[string]any)
	media, _ := content["application/json"].(map[string]any)
	return c.resolveRef(media["schema"])
}

// resolveRef follows a reference in the document.
func (c *call) resolveRef(v any) map[string]any {
	for range 16 {
		m, _ := v.(map[string]any)
		ref, ok := m["$ref"].(string)
		if !ok {
			return m
		}
		v = c.document.Tree
		for step := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
			inner, _ := v.(map[string]any)
			v = inner[step]
		}
	}
	return nil
}

// unknownFields are the places of fields that a schema does not declare. If a schema says what additional fields may be, or is
// composed of several, no field counts as unknown.
func (c *call) unknownFields(schema map[string]any, value any, at string, depth int) []string {
	if depth > 8 {
		return nil
	}
	switch value := value.(type) {
	case map[string]any:
		fields, _ := schema["properties"].(map[string]any)
		if _, open := schema["additionalProperties"]; open && len(fields) == 0 || len(fields) == 0 || composed(schema) {
			return nil
		}
		_, said := schema["additionalProperties"]
		var out []string
		for _, k := range slices.Sorted(maps.Keys(value)) {
			below := at + pointer([]string{k})
			if field, known := fields[k]; known {
				out = append(out, c.unknownFields(c.resolveRef(field), value[k], below, depth+1)...)
			} else if !said && schema["patternProperties"] == nil && schema["x-patternProperties"] == nil {
				out = append(out, below)
			}
		}
		return out
	case []any:
		var out []string
		items := c.resolveRef(schema["items"])
		for _, e := range value {
			for _, s := range c.unknownFields(items, e, at+"/*", depth+1) {
				if !slices.Contains(out, s) {
					out = append(out, s)
				}
			}
		}
		return out
	}
	return nil
}

func composed(schema map[string]any) bool {
	return schema["allOf"] != nil || schema["oneOf"] != nil
}
