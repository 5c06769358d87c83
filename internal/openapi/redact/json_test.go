package redact_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/openapi/redact"
)

const rsa = "AAAAB3NzaC1yc2EAAAADAQABAAAAgQDHFr9fkY6nOjQK0bpJ0n0hF0oPZcUo0vXq"

func TestBody(t *testing.T) {
	tests := []struct {
		name, in, want string
	}{
		{
			"nothing secret keeps its bytes", `{ "server" : {"name":"a",  "n": 1e3, "x":[true,null]} }`,
			`{ "server" : {"name":"a",  "n": 1e3, "x":[true,null]} }`,
		},
		{"a password string", `{"adminPass":"hunter2hunter2"}`, `{"adminPass":"[redacted]"}`},
		{"the key in another case and with underscores", `{"ADMIN_PASS":"hunter2"}`, `{"ADMIN_PASS":"[redacted]"}`},
		{"a password with an escaped quote", `{"password":"a\"b","n":1}`, `{"password":"[redacted]","n":1}`},
		{
			"identity v3: password is an object on the way in",
			`{"auth":{"identity":{"methods":["password"],"password":{"user":{"name":"demo","password":"hunter2"}}}}}`,
			`{"auth":{"identity":{"methods":["password"],"password":{"user":{"name":"demo","password":"[redacted]"}}}}}`,
		},
		{
			"identity v3: token by id", `{"auth":{"identity":{"methods":["token"],"token":{"id":"0123456789abcdef"}}}}`,
			`{"auth":{"identity":{"methods":["token"],"token":{"id":"[redacted sha256:9f9f5111]"}}}}`,
		},
		{"the id of anything else stays", `{"server":{"id":"0123456789abcdef"}}`, `{"server":{"id":"0123456789abcdef"}}`},
		{
			"application credential secret", `{"application_credential":{"id":"x","secret":"s3cr3t"}}`,
			`{"application_credential":{"id":"x","secret":"[redacted]"}}`,
		},
		{"a list of secrets", `{"secret":["a","b"]}`, `{"secret":["[redacted]","[redacted]"]}`},
		{"a numeric passcode", `{"passcode":123456}`, `{"passcode":"[redacted]"}`},
		{"null says nothing", `{"adminPass":null,"password":""}`, `{"adminPass":null,"password":""}`},
		{"user data keeps its size", `{"user_data":"IyEvYmluL3No"}`, `{"user_data":"[redacted user data, 12 bytes]"}`},
		{
			"injected files", `{"personality":[{"path":"/etc/motd","contents":"aGVsbG8="}]}`,
			`{"personality":[{"path":"/etc/motd","contents":"[redacted]"}]}`,
		},
		{"contents elsewhere", `{"contents":"aGVsbG8="}`, `{"contents":"aGVsbG8="}`},
		{
			"duplicate keys both stay and are both redacted", `{"password":"one1","password":"two2"}`,
			`{"password":"[redacted]","password":"[redacted]"}`,
		},
		{"cut off inside the secret", `{"password":"hunter2hun`, `{"password":"[redacted]"`},
		{"cut off before the value", `{"password":`, `{"password":`},
		{"not JSON after a while", `{"password":"hunter2",]} trailing`, `{"password":"[redacted]",]} trailing`},
		{"a secret behind an escaped key", `{"pass\u0077ord":"hunter2"}`, `{"pass\u0077ord":"[redacted]"}`},
		{
			"private key with escaped newlines",
			`{"keypair":{"private_key":"-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n"}}`,
			`{"keypair":{"private_key":"[redacted]"}}`,
		},
		{
			"a private key under any name", `{"note":"-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n"}`,
			`{"note":"[redacted rsa private key]\n"}`,
		},
		{"a private key cut off", `{"note":"-----BEGIN PRIVATE KEY-----\nMIIE"}`, `{"note":"[redacted private key]"}`},
		{"a malformed public key", `{"public_key":"not a key"}`, `{"public_key":"[key material, 9 bytes, sha256:edfc0897]"}`},
		{
			"a Fernet token in any text", `{"message":"bad token gAAAAABl1234567890abcdefghij-_xyz."}`,
			`{"message":"bad token [redacted sha256:3dfe9700]."}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, redact.New().Body("application/json", []byte(tt.in)))
		})
	}
}

func TestPublicKeysKeepTheirFingerprint(t *testing.T) {
	r := redact.New()
	inField := r.Body("application/json", []byte(`{"public_key":"ssh-rsa `+rsa+` me@host"}`))
	inMetadata := r.Body("application/json", []byte(`{"public_keys":{"k1":"ssh-rsa `+strings.ReplaceAll(rsa, "/", `\/`)+` me@host"}}`))
	assert.Regexp(t, `^\{"public_key":"ssh-rsa \[key SHA256:[A-Za-z0-9+/]{43}\] me@host"\}$`, inField)
	assert.Equal(t, inField[len(`{"public_key":`):len(inField)-1],
		inMetadata[len(`{"public_keys":{"k1":`):len(inMetadata)-2], "one key, one fingerprint")
	other := r.Body("", []byte(`{"public_key":"ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ== me@host"}`))
	assert.NotEqual(t, inField, other)
}

func TestDeepBodiesEnd(t *testing.T) {
	deep := strings.Repeat("[", 20000) + `{"password":"hunter2hunter2"}`
	assert.NotContains(t, redact.New().Body("application/json", []byte(deep)), "hunter2")
}

func FuzzBody(f *testing.F) {
	f.Add(`{"password":"p","user_data":"x","a":[1,{"token":{"id":"y"}}]}`)
	f.Add(`{"adminPass": "a\u0022b", ]`)
	f.Fuzz(func(t *testing.T, in string) {
		out := redact.New("topsecretvalue").Body("application/json", []byte(in+`topsecretvalue`))
		assert.NotContains(t, out, "topsecretvalue")
	})
}
