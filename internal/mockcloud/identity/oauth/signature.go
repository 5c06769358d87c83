package oauth

import (
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // what clients of OAuth sign with
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"hash"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// parameters are the parameters of OAuth in the header Authorization of a request (RFC 5849 section 3.5.1).
type parameters map[string]string

func (p parameters) consumer() string { return p["oauth_consumer_key"] }
func (p parameters) token() string    { return p["oauth_token"] }
func (p parameters) verifier() string { return p["oauth_verifier"] }

// readParameters reads the header Authorization: OAuth name="value", name="value". Without one, or with one of another kind, Zed's service
// ends the connection and answers nothing; here it refuses.
func readParameters(x *pipeline.Exchange) (parameters, *pipeline.Fault) {
	kind, list, _ := strings.Cut(x.Header("Authorization"), " ")
	if !strings.EqualFold(kind, "OAuth") {
		return nil, record.Unauthorised(x)
	}
	p := parameters{}
	for part := range strings.SplitSeq(list, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		decoded, err := url.PathUnescape(strings.Trim(value, `"`))
		if err != nil {
			return nil, record.Unauthorised(x)
		}
		p[name] = decoded
	}
	return p, nil
}

// given checks that parameters are there.
func (p parameters) given(names ...string) *pipeline.Fault {
	for _, name := range names {
		if p[name] == "" {
			return record.Expecting(name, "request")
		}
	}
	return nil
}

// lifetime is how far the time of a request may be from that of the service.
const lifetime = 10 * time.Minute

// methods are the signature methods that requests can have; nobody has a key for those of RSA.
const methods = "('HMAC-SHA1', 'HMAC-SHA256', 'HMAC-SHA512', 'RSA-SHA1', 'RSA-SHA256', 'RSA-SHA512', 'PLAINTEXT')"

// invalid refuses parameters.
func invalid(kind, description string) *pipeline.Fault {
	return pipeline.BadRequest("Validation failed with errors: invalid_%s, detail message is: %s.", kind, description)
}

// sound checks the form of parameters.
func (p parameters) sound(now time.Time) *pipeline.Fault {
	for _, name := range []string{"oauth_signature", "oauth_consumer_key", "oauth_nonce", "oauth_timestamp", "oauth_signature_method"} {
		if p[name] == "" {
			return invalid("request", "Missing mandatory OAuth parameters.")
		}
	}
	at, err := strconv.ParseInt(p["oauth_timestamp"], 10, 64)
	version, named := p["oauth_version"]
	switch method := p["oauth_signature_method"]; {
	case !strings.Contains(methods, "'"+method+"'"):
		return invalid("signature_method", "Invalid signature, "+method+" not in "+methods+".")
	case named && version != "1.0":
		return invalid("request", "Invalid OAuth version.")
	case len(p["oauth_timestamp"]) != len("1234567890"):
		return invalid("request", "Invalid timestamp size")
	case err != nil:
		return invalid("request", "Timestamp must be an integer.")
	case now.Sub(time.Unix(at, 0)).Abs() > lifetime:
		return invalid("request", "Timestamp given is invalid, differ from allowed by over 600 seconds.")
	case !isKey.MatchString(p.consumer()):
		return invalid("request", "Invalid client key format.")
	case strings.Trim(p["oauth_nonce"], "abcdef0123456789") != "":
		return invalid("request", "Invalid nonce format.")
	}
	return nil
}

var isKey = regexp.MustCompile(`^[0-9a-f]{32}$`)

// sums are the signature methods that need a text, with what they are made by.
var sums = map[string]func() hash.Hash{"HMAC-SHA1": sha1.New, "HMAC-SHA256": sha256.New, "HMAC-SHA512": sha512.New}

// signed tells whether the request is signed with the secrets of a consumer and of a token ("" for none), RFC 5849 section 3.4.
func (p parameters) signed(x *pipeline.Exchange, consumer *state.OAuthConsumer, secret string) bool {
	key := escape(consumer.Secret) + "&" + escape(secret)
	method := p["oauth_signature_method"]
	if method == "PLAINTEXT" {
		return hmac.Equal([]byte(p["oauth_signature"]), []byte(key))
	}
	sum, known := sums[method]
	if !known {
		return false
	}
	mac := hmac.New(sum, []byte(key))
	mac.Write([]byte(p.baseString(x)))
	return hmac.Equal([]byte(p["oauth_signature"]), []byte(base64.StdEncoding.EncodeToString(mac.Sum(nil))))
}

// baseString is the text that is signed: method, address and parameters, RFC 5849 section 3.4.1.
func (p parameters) baseString(x *pipeline.Exchange) string {
	var pairs []string
	for name, value := range p {
		if name != "oauth_signature" && name != "realm" {
			pairs = append(pairs, escape(name)+"="+escape(value))
		}
	}
	query := x.Request.URL.Query()
	for _, name := range slices.Sorted(maps.Keys(query)) {
		for _, value := range query[name] {
			pairs = append(pairs, escape(name)+"="+escape(value))
		}
	}
	slices.Sort(pairs)
	scheme, _, _ := strings.Cut(x.Base, "://")
	address := scheme + "://" + strings.ToLower(x.Request.Host) + x.Request.URL.Path
	return strings.Join([]string{x.Request.Method, escape(address), escape(strings.Join(pairs, "&"))}, "&")
}

// escape escapes a text as RFC 5849 section 3.6 says: all but letters, digits and -._~.
func escape(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}
