package schema

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"

	"plumbline/internal/openapi/python"
)

// Formats are the string formats that are checked, as leniently as the services do.
var Formats = map[string]func(string) bool{
	"uuid":               isUUID,
	"date-time":          isDateTime,
	"base64":             isBase64,
	"byte":               isBase64,
	"ipv4":               isIPv4,
	"ipv6":               isIPv6,
	"uri":                isURI,
	"regex":              isRegex,
	"name":               isName,
	"name-with-blanks":   func(s string) bool { return isName(strings.TrimSpace(s)) && strings.TrimSpace(s) != "" },
	"zone-name":          func(s string) bool { return isName(s) && !strings.Contains(s, ":") },
	"disabled_reason":    func(s string) bool { return strings.TrimSpace(s) != "" },
	"key-pair-name":      func(s string) bool { return onlyOf(s, "_- ") },
	"key-pair-name-2.92": func(s string) bool { return onlyOf(s, "@._- ") },
}

// UncheckedFormats are allowed in documents and not checked.
var UncheckedFormats = map[string]bool{"password": true, "binary": true, "int32": true, "int64": true, "float": true, "double": true}

const lettersAndDigits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// bareMessages are the messages of Nova's own formats, which it answers without the name of the field.
var bareMessages = map[string]string{
	"name": "An invalid 'name' value was provided. The name must be: printable characters. Can not start " +
		"or end with whitespace.",
	"name-with-blanks":   "An invalid 'name' value was provided. The name must be: printable characters with at least one non space character",
	"key-pair-name":      "An invalid 'name' value was provided. The name must be: Only expected characters: [_- " + lettersAndDigits + "]",
	"key-pair-name-2.92": "An invalid 'name' value was provided. The name must be: Only expected characters: [@._- " + lettersAndDigits + "]",
}

var errFormat = errors.New("wrong format")

// KinOptions make VisitJSON stop at the first problem and check our formats.
var KinOptions = func() []openapi3.SchemaValidationOption {
	validators := map[string]openapi3.StringFormatValidator{}
	for name, ok := range Formats {
		validators[name] = openapi3.NewCallbackValidator(func(s string) error {
			if ok(s) {
				return nil
			}
			return errFormat
		})
	}
	return []openapi3.SchemaValidationOption{
		openapi3.FailFast(), openapi3.WithStringFormatValidators(validators),
		openapi3.SetSchemaRegexCompiler(func(source string) (openapi3.RegexMatcher, error) { return compilePattern(source) }),
	}
}()

// isUUID accepts what oslo.utils' is_uuid_like does: 32 hexadecimal digits with dashes anywhere, in any case, with the
// decorations of URNs and braces.
func isUUID(s string) bool {
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

func isDecoratedUUID(s string) bool {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "urn:", ""), "uuid:", "")
	s = strings.ReplaceAll(strings.Trim(s, "{}"), "-", "")
	for i := range len(s) {
		if !isHex(s[i]) {
			return false
		}
	}
	return len(s) == 32
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

var dateTime = regexp.MustCompile(
	`^(\d{4})(?:-?(\d{1,2})(?:-?(\d{1,2})(?:[ T]([01]\d|2[0-3])(?::?[0-5]\d(?::?[0-5]\d(?:[.,]\d+)?)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$`)

// isDateTime accepts ISO 8601 dates with or without day, time, fraction and zone, as iso8601.parse_date does.
func isDateTime(s string) bool {
	if isCommonDateTime(s) {
		return true
	}
	parts := dateTime.FindStringSubmatch(s)
	if parts == nil {
		return false
	}
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			return 1
		}
		return n
	}
	year, month, day := number(parts[1]), number(parts[2]), number(parts[3])
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return t.Month() == time.Month(month) && t.Day() == day
}

// isCommonDateTime accepts the usual forms quickly: 2006-01-02T15:04:05, with Z, with .000000, up to the 28th of a month.
func isCommonDateTime(s string) bool {
	const form = "dddd-dd-ddTdd:dd:dd.dddddd"
	switch {
	case len(s) == 20 && s[19] == 'Z':
		s = s[:19]
	case len(s) != 19 && len(s) != len(form):
		return false
	}
	for i := range len(s) {
		if form[i] == 'd' && (s[i] < '0' || s[i] > '9') || form[i] != 'd' && s[i] != form[i] {
			return false
		}
	}
	return s[5:7] >= "01" && s[5:7] <= "12" && s[8:10] >= "01" && s[8:10] <= "28" && s[11:13] <= "23" && s[14:16] <= "59" && s[17:19] <= "59"
}

// isBase64 accepts what Python's b64decode does: other characters are ignored, only the padding must be right.
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

// isRegex accepts what Go's engine compiles, and what only Python's does (look-around).
func isRegex(s string) bool {
	_, err := syntax.Parse(s, syntax.Perl)
	if err == nil {
		return s != ""
	}
	var se *syntax.Error
	if !errors.As(err, &se) {
		return false
	}
	switch se.Code {
	case syntax.ErrInvalidPerlOp:
		return strings.HasPrefix(se.Expr, "(?=") || strings.HasPrefix(se.Expr, "(?!") || strings.HasPrefix(se.Expr, "(?<=") ||
			strings.HasPrefix(se.Expr, "(?<!")
	case syntax.ErrInvalidEscape:
		return se.Expr == `\Z`
	}
	return false
}

// isName accepts Nova's names: printable characters of the basic plane, no blank at either end.
func isName(s string) bool {
	for _, r := range s {
		if r > 0xFFFF || r == utf8.RuneError || !unicode.IsGraphic(r) {
			return false
		}
	}
	return strings.TrimSpace(s) == s
}

func onlyOf(s, special string) bool {
	return strings.Trim(s, lettersAndDigits+special) == "" // Trim stops at any other character
}

// formatMessage words a value of the wrong format.
func formatMessage(format, value string) (message string, bare bool) {
	if m, ok := bareMessages[format]; ok {
		return m, true
	}
	return fmt.Sprintf("%s is not a %s", python.Repr(value), python.Repr(format)), false
}
