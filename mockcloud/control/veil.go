package control

import (
	"regexp"
	"slices"
	"strings"
)

// secretNames are the names of JSON keys whose value is nobody's business: in small letters, without dashes and
// underscores. A test of the command holds the list equal to those of the reports and of the check of clients.
var secretNames = []string{
	"accesstoken", "adminpass", "apikey", "authkey", "authpassword", "authtoken", "clientsecret", "encryptionkey", "hiddenvalue",
	"newpassword", "oauthtokensecret", "originalpassword", "passcode", "passwd", "password", "privatekey", "randomseed", "refreshtoken",
	"secret", "secretkey", "signature", "token", "transferkey", "trustid", "userdata", "xauthtoken",
}

// SecretNames are they all, sorted.
func SecretNames() []string { return slices.Clone(secretNames) }

// secret finds the values of keys in JSON text, those that were cut off included. Whether a key is secret is for veil.
var secret = regexp.MustCompile(`"([\w:-]{4,80})"\s*:\s*("(?:[^"\\]|\\.)*"?|-?[0-9][0-9.eE+-]*)`)

// given finds the token that a caller logs in with: {"token": {"id": …}}.
var given = regexp.MustCompile(`("token"\s*:\s*\{\s*"id"\s*:\s*)"(?:[^"\\]|\\.)*"?`)

// plain takes what a name may be written with or without, and the name of an extension before it.
var plain = strings.NewReplacer("-", "", "_", "")

func secretName(name string) bool {
	return slices.Contains(secretNames, strings.ToLower(plain.Replace(name[strings.LastIndexByte(name, ':')+1:])))
}

// veil leaves out what is secret in a body.
func veil(body string) string {
	var b strings.Builder
	last := 0
	for _, m := range secret.FindAllStringSubmatchIndex(body, -1) {
		if secretName(body[m[2]:m[3]]) {
			b.WriteString(body[last:m[4]] + `"***"`)
			last = m[5]
		}
	}
	b.WriteString(body[last:])
	return given.ReplaceAllString(b.String(), `${1}"***"`)
}
