package clientcheck

import (
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/python"
)

// standardSince is the first microversion of compute that reads the standard header for all services.
var standardSince = openapi.MustVersion("2.27")

// microversion judges how the client requests a microversion.
func (j *judge) microversion(c *call) {
	if c.chain == nil || c.chain.Header() == "" || c.discovers() || c.Stage == "token" {
		return
	}
	standard, other := c.standardVersion()
	asked := c.askedText()
	service := string(c.Service)
	switch {
	case asked == "" && other:
		j.noteAt(otherHeader, service, c, "OpenStack-API-Version", "the service's name in it is "+c.chain.Header())
	case asked == "":
		j.noteAt(noVersion, service, c, "", "the oldest is "+c.chain.Min().String())
	case c.Status == 406 && c.Stage == "microversion":
		j.noteAt(beyond, service, c, "", asked)
	case asked == "latest":
		j.noteAt(latest, service, c, "", "")
	default:
		v, err := openapi.ParseVersion(asked)
		if err != nil || v.IsZero() {
			j.noteAt(malformed, service, c, "", python.Repr(asked))
		} else if standard == "" && !v.Less(standardSince) {
			j.noteAt(legacyOnly, service, c, "X-OpenStack-Nova-API-Version", asked)
		}
	}
}

// standardVersion is the version for this service in the standard header; other tells that the header names only another service.
func (c *call) standardVersion() (text string, other bool) {
	for _, header := range c.RequestHeader["Openstack-Api-Version"] {
		for part := range strings.SplitSeq(header, ",") {
			service, v, _ := strings.Cut(strings.TrimSpace(part), " ")
			if strings.EqualFold(service, c.chain.Header()) {
				text = strings.TrimSpace(v)
			} else {
				other = true
			}
		}
	}
	return text, other
}

// askedText is the version in the headers, "" for none.
func (c *call) askedText() string {
	if standard, _ := c.standardVersion(); standard != "" || c.Service != openapi.Compute {
		return standard
	}
	return strings.TrimSpace(c.RequestHeader.Get("X-Openstack-Nova-Api-Version"))
}

// requestedVersion is the microversion that the request stands for.
func (c *call) requestedVersion() openapi.Version {
	if !c.Microversion.IsZero() || c.chain.Header() == "" {
		return c.Microversion
	}
	switch text := c.askedText(); text {
	case "":
		return c.chain.Min()
	case "latest":
		return c.chain.Max()
	default:
		v, err := openapi.ParseVersion(text)
		if err != nil {
			return openapi.Version{}
		}
		return v
	}
}
