package clientcheck

import (
	"strings"

	"plumbline/internal/openapi/redact"
)

// judgeSecrets judges secrets in the URL.
func (j *judge) judgeSecrets(c *call) {
	for k, values := range c.url.Query() {
		for _, v := range values {
			if v != "" && (redact.SecretName(k) || redact.IsToken(v)) {
				j.addFinding(secretInURL, c, "?"+k, "")
				break
			}
		}
	}
	segments := strings.Split(strings.Trim(c.url.Path, "/"), "/")
	for i, s := range segments {
		if redact.IsToken(s) || i > 0 && segments[i-1] == "tokens" && s != "OS-PKI" {
			j.addFinding(secretInURL, c, "", "in the path")
		}
	}
}

// veil redacts by names only: the values of the client's secrets are not known.
var veil = redact.New()

// urlWithoutSecrets is the URL without secrets.
func (c *call) urlWithoutSecrets() string {
	if c.url.RawQuery == "" {
		return c.shownPath()
	}
	return veil.URL(c.url.EscapedPath() + "?" + c.url.RawQuery)
}

func (c *call) shownPath() string { return veil.URL(c.url.EscapedPath()) }
