package credentials

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha1" // signatures of the older versions
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// SignedRequest is a request to the older API of compute, as that tells of it.
type SignedRequest struct {
	Access    string            `json:"access"`
	Signature string            `json:"signature"`
	Verb      string            `json:"verb"`
	Host      string            `json:"host"`
	Path      string            `json:"path"`
	Params    map[string]string `json:"params"`
	Headers   map[string]string `json:"headers"`
	BodyHash  string            `json:"body_hash"`
}

// age is how long a signed request is good (keystone, credential.auth_ttl).
const age = 15 * time.Minute

// Requested finds the credential of a request, and tells whether the request is signed with it and is not too old.
func Requested(x *pipeline.Exchange, r *SignedRequest) (c *state.Credential, signed bool, f *pipeline.Fault) {
	id := hashOf(r.Access)
	if c = state.Credentials.Get(x.Txn, id); c == nil || c.Type != ec2 {
		return nil, false, record.Missing("credential", id)
	}
	var found blob
	_ = json.Unmarshal([]byte(c.Blob), &found) // what is no such blob has no secret
	hosts := []string{r.Host}
	if name, _, err := net.SplitHostPort(r.Host); err == nil { // some clients sign the host without its port
		hosts = append(hosts, name)
	}
	for _, host := range hosts {
		signed = signed || r.Signature != "" && hmac.Equal([]byte(r.signature(host, found.Secret)), []byte(r.Signature))
	}
	if said := cmp.Or(r.Params["Timestamp"], r.date()); said != "" {
		at, err := time.Parse(time.RFC3339, said)
		if err != nil {
			at, err = time.Parse("20060102T150405Z", said)
		}
		signed = signed && err == nil && !x.Now().After(at.Add(age))
	}
	return c, signed && found.Secret != "", nil
}

// signature is what a client signs a request to a host with: by the versions 0 and 1 its parameters, by the versions 2 and 4 all of it. ""
// for other versions.
func (r *SignedRequest) signature(host, secret string) string {
	encode := base64.StdEncoding.EncodeToString
	switch r.Params["SignatureVersion"] {
	case "0":
		return encode(sum(sha1.New, []byte(secret), []byte(r.Params["Action"]+r.Params["Timestamp"])))
	case "1":
		var text strings.Builder
		for _, key := range slices.SortedFunc(maps.Keys(r.Params), func(a, b string) int {
			return strings.Compare(strings.ToLower(a), strings.ToLower(b))
		}) {
			text.WriteString(key + r.Params[key])
		}
		return encode(sum(sha1.New, []byte(secret), []byte(text.String())))
	case "2":
		params := maps.Clone(r.Params)
		params["SignatureMethod"] = "HmacSHA256"
		text := strings.Join([]string{r.Verb, host, r.Path, query(params)}, "\n")
		return encode(sum(sha256.New, []byte(secret), []byte(text)))
	}
	return r.signature4(secret)
}

// query is a query with its parameters in order.
func query(params map[string]string) string {
	var all []string
	for _, key := range slices.Sorted(maps.Keys(params)) {
		all = append(all, quoted(key)+"="+quoted(params[key]))
	}
	return strings.Join(all, "&")
}

const method4 = "AWS4-HMAC-SHA256"

// oldBoto are the clients that sign the header Host without its port.
var oldBoto = regexp.MustCompile(`^Boto/2\.[0-9]\.[0-2]`)

// signature4 is the signature by version 4, "" where the request is not signed so: what is signed, for whom, where and when, is in the
// header Authorization, or in the query (keystoneclient/contrib/ec2/utils.py).
func (r *SignedRequest) signature4(secret string) string {
	authorization := r.Headers["Authorization"]
	if !strings.HasPrefix(authorization, method4) && r.Params["X-Amz-Algorithm"] != method4 {
		return ""
	}
	names, credential := r.Params["X-Amz-SignedHeaders"], r.Params["X-Amz-Credential"]
	if authorization != "" {
		names, credential = parameter(authorization, "SignedHeaders"), parameter(authorization, "Credential")
	}
	scope := strings.Split(credential, "/")
	if len(scope) != 5 || !strings.HasPrefix(r.date(), scope[1]) {
		return ""
	}
	params := "" // those of a POST are in its body
	if !strings.EqualFold(r.Verb, "POST") {
		params = query(r.Params)
	}
	request := strings.Join([]string{strings.ToUpper(r.Verb), r.Path, params, r.signedHeaders(names) + "\n", names, r.BodyHash}, "\n")
	digest := sha256.Sum256([]byte(request))
	text := strings.Join([]string{method4, r.date(), strings.Join(scope[1:], "/"), hex.EncodeToString(digest[:])}, "\n")
	key := []byte("AWS4" + secret)
	for _, part := range scope[1:4] {
		key = sum(sha256.New, key, []byte(part))
	}
	return hex.EncodeToString(sum(sha256.New, sum(sha256.New, key, []byte("aws4_request")), []byte(text)))
}

// date is when a request was signed by version 4.
func (r *SignedRequest) date() string { return cmp.Or(r.Headers["X-Amz-Date"], r.Params["X-Amz-Date"]) }

// signedHeaders are those of the named headers that the request has, a line each.
func (r *SignedRequest) signedHeaders(names string) string {
	values := map[string]string{}
	for name, value := range r.Headers {
		values[strings.ToLower(strings.TrimSpace(name))] = strings.TrimSpace(value)
	}
	var lines []string
	for name := range strings.SplitSeq(names, ";") {
		value, there := values[name]
		if !there {
			continue
		}
		if name == "host" && oldBoto.MatchString(values["user-agent"]) {
			value, _, _ = strings.Cut(value, ":")
		}
		lines = append(lines, name+":"+value)
	}
	return strings.Join(lines, "\n")
}

// parameter is a part of a header like "AWS4-HMAC-SHA256 Credential=…,SignedHeaders=…".
func parameter(authorization, name string) string {
	_, after, _ := strings.Cut(authorization, name+"=")
	value, _, _ := strings.Cut(after, ",")
	return value
}

// quoted is a text in a query, where a space is %20.
func quoted(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
