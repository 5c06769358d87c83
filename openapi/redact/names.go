package redact

import (
	"bytes"
	"strings"
	"sync"
	"sync/atomic"
)

// secretKeys are the names whose value is a secret, wherever they stand: a JSON key, a header, a query parameter, a line of
// YAML. They are compared in small letters, without dashes and underscores. Values that are objects or arrays are descended
// into: Keystone's "password" is an object on its way in.
var secretKeys = map[string]bool{
	"password": true, "adminpass": true, "originalpassword": true, "newpassword": true, "passwd": true,
	"privatekey": true, "secret": true, "secretkey": true, "clientsecret": true, "passcode": true,
	"accesstoken": true, "refreshtoken": true, "authtoken": true, "signature": true, "oauthtokensecret": true,
	"encryptionkey": true, "transferkey": true, "authkey": true, "authpassword": true, "apikey": true,
	"randomseed": true, "userdata": true, "trustid": true, "hiddenvalue": true, "xauthtoken": true, "token": true,
}

// secretUnder are keys that are secret only inside the object that stands under the given key: the content
// of injected files, and the JSON text of an EC2 credential.
var secretUnder = map[string]string{"contents": "personality", "blob": "credential"}

// tokenHeaders carry tokens; they keep a short digest.
var tokenHeaders = map[string]bool{
	"X-Auth-Token": true, "X-Subject-Token": true, "X-Service-Token": true, "X-Storage-Token": true, "X-Plumbline-Token": true,
}

// secretHeaders are replaced whole, and so are headers whose name is one of secretKeys.
var secretHeaders = map[string]bool{
	"Authorization": true, "Proxy-Authorization": true, "Cookie": true, "Set-Cookie": true,
	"X-Instance-Id-Signature": true, "X-Auth-Key": true, "X-Metadata-Provider-Signature": true,
}

// urlSecrets are query parameters that carry a secret, beside those whose name is one of secretKeys.
var urlSecrets = map[string]bool{
	"sig": true, "x-amz-signature": true, "x-amz-security-token": true, "temp_url_sig": true, "x-amz-credential": true,
	"awsaccesskeyid": true, "code": true,
}

// separators are what names are written with or without. Making a replacer costs more than using it.
var separators = strings.NewReplacer("-", "", "_", "")

// normalizeName is a name as it is compared. What stands before a colon only says whose extension it is.
func normalizeName(name string) string {
	return strings.ToLower(separators.Replace(name[strings.LastIndexByte(name, ':')+1:]))
}

// SecretName tells whether the value under a name (a JSON key, a header, a query parameter) is a secret.
func SecretName(name string) bool { return kindOf(name).secret }

// kind is what a name says of the value under it.
type kind struct{ secret, userData, publicKey bool }

// mostKinds bounds what is remembered: the names of a cloud are few, those that a hostile one makes up are without end.
const mostKinds = 4096

var (
	kinds      sync.Map // of kind, by name as it is written
	kindsKnown atomic.Int64
)

func kindOf(name string) kind {
	if known, ok := kinds.Load(name); ok {
		return known.(kind)
	}
	plain := normalizeName(name)
	k := kind{secret: secretKeys[plain], userData: plain == "userdata", publicKey: plain == "publickey"}
	if kindsKnown.Load() < mostKinds && len(name) <= 80 {
		if _, there := kinds.LoadOrStore(strings.Clone(name), k); !there {
			kindsKnown.Add(1)
		}
	}
	return k
}

// fragments are parts of names, one at least of each that is secret: text without any of them names no secret. Looking
// for them costs a small part of what looking for names costs.
var fragments = [][]byte{
	[]byte("pass"), []byte("key"), []byte("secret"), []byte("token"), []byte("signature"), []byte("seed"), []byte("userdata"),
	[]byte("trustid"), []byte("hiddenvalue"), []byte("contents"), []byte("blob"),
}

// mayName tells whether a text may have a secret name in it; false is certain.
func mayName(s string) bool {
	var small [512]byte
	plain := small[:0]
	for i := range len(s) {
		switch c := s[i]; {
		case c == '-' || c == '_':
		case 'A' <= c && c <= 'Z':
			plain = append(plain, c+'a'-'A')
		default:
			plain = append(plain, c)
		}
	}
	for _, f := range fragments {
		if bytes.Contains(plain, f) {
			return true
		}
	}
	return false
}
