package openapi

import (
	"errors"
	"net/netip"
	"net/url"
	"regexp"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// formats are the string formats that are checked, as leniently as the services check them.
var formats = map[string]func(string) bool{
	"uuid":      isUUID,
	"date-time": isDateTime,
	"base64":    isBase64,
	"byte":      isBase64,
	"ipv4":      isIPv4,
	"ipv6":      isIPv6,
	"ip":        func(s string) bool { return isIPv4(s) || isIPv6(s) },
	"uri":       isURI,
}

// uncheckedFormats may be written in documents and check nothing.
var uncheckedFormats = map[string]bool{"password": true, "binary": true, "int32": true, "int64": true, "float": true, "double": true}

var errFormat = errors.New("wrong format")

// kinOptions make VisitJSON stop at the first problem and check our formats.
var kinOptions = func() []openapi3.SchemaValidationOption {
	validators := map[string]openapi3.StringFormatValidator{}
	for name, ok := range formats {
		validators[name] = openapi3.NewCallbackValidator(func(s string) error {
			if ok(s) {
				return nil
			}
			return errFormat
		})
	}
	return []openapi3.SchemaValidationOption{openapi3.FailFast(), openapi3.WithStringFormatValidators(validators)}
}()

// isUUID accepts what oslo.utils' is_uuid_like does: 32 hexadecimal digits with dashes anywhere, in any
// case, with the decorations of URNs and braces.
func isUUID(s string) bool {
	if len(s) == 36 || len(s) == 32 { // the usual forms without allocating
		digits := 0
		for i := range len(s) {
			switch c := s[i]; {
			case isHex(c):
				digits++
			case c != '-':
				return isDecoratedUUID(s)
			}
		}
		return digits == 32
	}
	return isDecoratedUUID(s)
}

func isDecoratedUUID(s string) bool {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "urn:", ""), "uuid:", "")
	s = strings.ReplaceAll(strings.Trim(s, "{}"), "-", "")
	if len(s) != 32 {
		return false
	}
	for i := range len(s) {
		if !isHex(s[i]) {
			return false
		}
	}
	return true
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

var dateTime = regexp.MustCompile(`^\d{4}-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])([ T]([01]\d|2[0-4]):?[0-5]\d(:?([0-5]\d|60)([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$`)

// isDateTime accepts ISO 8601 dates with or without time, fraction and zone: OpenStack writes several forms.
func isDateTime(s string) bool { return dateTime.MatchString(s) }

// isBase64 accepts what Python's b64decode does: other characters are dropped, only the padding must be right.
func isBase64(s string) bool {
	digits, padding := 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '+' || c == '/':
			if padding == 0 {
				digits++
			}
		case c == '=':
			padding++
		}
	}
	switch digits % 4 {
	case 0:
		return true
	case 2:
		return padding >= 2
	case 3:
		return padding >= 1
	}
	return false
}

func isIPv4(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is4()
}

func isIPv6(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is6() && a.Zone() == ""
}

func isURI(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Scheme != ""
}
