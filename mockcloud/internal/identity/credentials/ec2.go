package credentials

import (
	"crypto/hmac"
	"crypto/sha1" // signatures of the older versions
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"plumbline/mockcloud/internal/identity/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// SignedRequest is a request to the older API of compute, as that tells of it.
type SignedRequest struct {
	Access    string            `json:"access"`
	Signature string            `json:"signature"`
	Verb      string            `json:"verb"`
	Host      string            `json:"host"`
	Path      string            `json:"path"`
	Params    map[string]string `json:"params"`
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
	if said := r.Params["Timestamp"]; said != "" {
		at, err := time.Parse(time.RFC3339, said)
		signed = signed && err == nil && !x.Now().After(at.Add(age))
	}
	return c, signed && found.Secret != "", nil
}

// signature is what a client signs a request to a host with: by the versions 0 and 1 its parameters, by version 2 all of it. "" for
// other versions.
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
		var query []string
		for _, key := range slices.Sorted(maps.Keys(params)) {
			query = append(query, quoted(key)+"="+quoted(params[key]))
		}
		text := strings.Join([]string{r.Verb, host, r.Path, strings.Join(query, "&")}, "\n")
		return encode(sum(sha256.New, []byte(secret), []byte(text)))
	}
	return ""
}

// quoted is a text in a query, where a space is %20.
func quoted(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
