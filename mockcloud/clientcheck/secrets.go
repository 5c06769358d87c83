package clientcheck

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// secretKeys are query parameters whose value is nobody's business, in small letters, without dashes and underscores. A
// test of the command holds the list equal to those of the reports and of the mock's journal.
var secretKeys = []string{
	"accesstoken", "adminpass", "apikey", "authkey", "authpassword", "authtoken", "clientsecret", "encryptionkey", "hiddenvalue",
	"newpassword", "oauthtokensecret", "originalpassword", "passcode", "passwd", "password", "privatekey", "randomseed", "refreshtoken",
	"secret", "secretkey", "signature", "token", "transferkey", "trustid", "userdata", "xauthtoken",
}

// SecretNames are they all, sorted.
func SecretNames() []string { return slices.Clone(secretKeys) }

// aToken is a Fernet token, or a JWT.
var aToken = regexp.MustCompile(`^(gAAAA[\w=-]{40,}|eyJ[\w-]+\.[\w-]+\.[\w-]+)$`)

func secretKey(k string) bool {
	return slices.Contains(secretKeys, strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(k)))
}

// secrets judges what the URL has.
func (j *judge) secrets(c *call) {
	for k, values := range c.url.Query() {
		for _, v := range values {
			if v != "" && (secretKey(k) || aToken.MatchString(v)) {
				j.note(secretInURL, c, "?"+k, "")
				break
			}
		}
	}
	segments := strings.Split(strings.Trim(c.url.Path, "/"), "/")
	for i, s := range segments {
		if aToken.MatchString(s) || i > 0 && segments[i-1] == "tokens" && s != "OS-PKI" {
			j.note(secretInURL, c, "", "in the path")
		}
	}
}

// shown is the URL without secrets.
func (c *call) shown() string {
	if c.url.RawQuery == "" {
		return c.shownPath()
	}
	pairs := strings.Split(c.url.RawQuery, "&")
	for i, pair := range pairs {
		k, v, _ := strings.Cut(pair, "=")
		key, _ := url.QueryUnescape(k)
		value, _ := url.QueryUnescape(v)
		if secretKey(key) || aToken.MatchString(value) {
			pairs[i] = k + "=***"
		}
	}
	return c.shownPath() + "?" + strings.Join(pairs, "&")
}

func (c *call) shownPath() string {
	segments := strings.Split(c.url.EscapedPath(), "/")
	for i, s := range segments {
		if aToken.MatchString(s) || i > 0 && segments[i-1] == "tokens" && s != "" {
			segments[i] = "***"
		}
	}
	return strings.Join(segments, "/")
}
