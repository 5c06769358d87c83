package redact_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/openapi/redact"
)

// Where the text is not JSON, or not any more, or JSON inside a string, or no body at all.
func TestSecretsByNameWhereverTheyStand(t *testing.T) {
	for _, row := range []struct{ name, in, want string }{
		{"after JSON broke off", `{"server": {oops, "adminPass": "hunter2"}}`, `{"server": {oops, "adminPass": "[redacted]"}}`},
		{"single quotes, as Python prints it", `{'adminPass': 'hunter2', 'name': 'x'}`, `{'adminPass': '[redacted]', 'name': 'x'}`},
		{"a number", `{oops "passcode": 1234}`, `{oops "passcode": [redacted]}`},
		{"no end", `{oops "adminPass": "hunter2 and more`, `{oops "adminPass": "[redacted]"`},
		{"behind a sentence", `got {"adminPass": "hunter2"}, not 202`, `got {"adminPass": "[redacted]"}, not 202`},
		{"two documents", "{\"a\":1}\n{\"adminPass\":\"hunter2\"}", "{\"a\":1}\n{\"adminPass\":\"[redacted]\"}"},
		{"JSON in a string", `{"message":"{\"adminPass\": \"hunter2\", \"n\": 1}"}`, `{"message":"{\"adminPass\": \"[redacted]\", \"n\": 1}"}`},
		{
			"JSON in a string in a string", `{"m":"{\"m\":\"{\\\"adminPass\\\":\\\"hunter2\\\"}\"}"}`,
			`{"m":"{\"m\":\"{\\\"adminPass\\\":\\\"[redacted]\\\"}\"}"}`,
		},
		{
			"a sentence with JSON in a string", `{"message":"Bad body: {\"adminPass\": \"hunter2\"} <x>"}`,
			`{"message":"Bad body: {\"adminPass\": \"[redacted]\"} <x>"}`,
		},
		{"Python in a string", `{"message":"got {'adminPass': 'hunter2'}"}`, `{"message":"got {'adminPass': '[redacted]'}"}`},
		{"escaped in text", `body was {\"adminPass\": \"hunter2\"}`, `body was {\"adminPass\": \"[redacted]\"}`},
		{
			"an extension's name", `{"OS-EXT-SRV-ATTR:user_data":"IyEvYmluL3No","a":1}`,
			`{"OS-EXT-SRV-ATTR:user_data":"[redacted user data, 12 bytes]","a":1}`,
		},
		{"an extension's name in text", `x "OS-EXT-SRV-ATTR:user_data": "IyEvYmluL3No"`, `x "OS-EXT-SRV-ATTR:user_data": "[redacted]"`},
		{"a list", `x "password": ["a", "b"], "n": 1`, `x "password": [redacted], "n": 1`},
		{
			"an object is looked into", `x "password": {"user": {"name": "demo", "password": "hunter2"}}`,
			`x "password": {"user": {"name": "demo", "password": "[redacted]"}}`,
		},
		{"a token's id", `x {"token": {"id": "0123456789abcdef"}}`, `x {"token": {"id": "[redacted]"}}`},
		{"a form", `login=demo&password=hunter2&x=1`, `login=demo&password=[redacted]&x=1`},
		{"YAML", "parameters:\n  admin_pass: hunter2\n  name: x\n", "parameters:\n  admin_pass: [redacted]\n  name: x\n"},
		{"a block of YAML", "  user_data: |\n    #!/bin/sh\n    echo hunter2\n  name: x\n", "  user_data: [redacted]\n  name: x\n"},
		{
			"a template in a string", `{"template":"resources:\n  s:\n    admin_pass: hunter2\n"}`,
			`{"template":"resources:\n  s:\n    admin_pass: [redacted]\n"}`,
		},
		{"null says nothing", `got {"adminPass": null} and {'password': None}`, `got {"adminPass": null} and {'password': None}`},
		{
			"a client's table", "| accessIPv4 |     |\n| adminPass  | hunter2    |\n| name | x |\n",
			"| accessIPv4 |     |\n| adminPass  | [redacted] |\n| name | x |\n",
		},
		{"a table in a string", `{"out":"+--+\n| adminPass | hunter2  |\n| id | 1 |"}`, `{"out":"+--+\n| adminPass | [redacted] |\n| id | 1 |"}`},
		{
			"a value in two lines of a table", "| admin_pass | hunt |\n|            | er2  |\n| name | x |",
			"| admin_pass | [redacted] |\n|            | [redacted] |\n| name | x |",
		},
		{"a table without a password", "| adminPass | None |\n| name | x |", "| adminPass | None |\n| name | x |"},
		{
			"a sentence about a password", "Invalid input for field adminPass: it is too short",
			"Invalid input for field adminPass: it is too short",
		},
		{"the password of a URL", "dial http://demo:hunter2@host:5000/v3: refused", "dial http://demo:[redacted]@host:5000/v3: refused"},
		{"one with an at sign", "http://demo:hun@ter2@host/v3", "http://demo:[redacted]@host/v3"},
		{"one with a slash", "http://demo:hun/ter2@host/v3", "http://demo:[redacted]@host/v3"},
		{"a path with an at sign", "http://host:5000/v3/a@b http://host/a:b@c", "http://host:5000/v3/a@b http://host/a:b@c"},
		{"two URLs", "amqp://u:hunter2@h http://v:hunter2@i", "amqp://u:[redacted]@h http://v:[redacted]@i"},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := redact.New()
			assert.Equal(t, row.want, r.Text(row.in))
			assert.Equal(t, row.want, r.Body("application/json", []byte(row.in)), "as a body")
			assert.Equal(t, row.want, r.Text(row.want), "twice is as once")
		})
	}
}

// A cloud may answer with anything: what stands behind a secret name does not come out.
func FuzzText(f *testing.F) {
	f.Add(`{"a":`, `"}`)
	f.Add(`{'x': 1,`, `'`)
	f.Add(`{"m":"{`, "\"}\n")
	f.Fuzz(func(t *testing.T, before, after string) {
		in := before + ` "adminPass": "canary-value", ` + after
		assert.NotContains(t, redact.New().Text(in), "canary-value", in)
		assert.NotContains(t, redact.New().Body("application/json", []byte(in)), "canary-value", in)
	})
}
