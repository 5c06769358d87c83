package control

import "regexp"

// secret finds the values of secret keys in JSON text, those that were cut off included.
var secret = regexp.MustCompile(`(?i)("(?:password|original_password|admin_?pass|private_key|secret|user_data|trust_id|hidden_value)"\s*:\s*)("(?:[^"\\]|\\.)*"?|-?[0-9][0-9.eE+-]*)`)

// given finds the token that a caller logs in with: {"token": {"id": …}}.
var given = regexp.MustCompile(`("token"\s*:\s*\{\s*"id"\s*:\s*)"(?:[^"\\]|\\.)*"?`)

// veil leaves out what is secret in a body.
func veil(body string) string {
	return given.ReplaceAllString(secret.ReplaceAllString(body, `${1}"***"`), `${1}"***"`)
}
