package redact

import (
	"bytes"
	"strings"
	"sync"
	"sync/atomic"
)

// secretKeys are the names whose value is always a secret: of a JSON key, a header, a query parameter, a line of YAML. They
// are compared in lower case, without dashes and underscores. Inside objects and arrays the values are redacted one by one:
// Keystone's "password" is an object in requests.
var secretKeys = map[string]bool{
	"password": true, "adminpass": true, "originalpassword": true, "newpassword": true, "passwd": true,
	"privatekey": true, "secret": true, "secretkey": true, "clientsecret": true, "passcode": true,
	"accesstoken": true, "refreshtoken": true, "authtoken": true, "signature": true, "oauthtokensecret": true,
	"encryptionkey": true, "transferkey": true, "authkey": true, "authpassword": true, "apikey": true,
	"randomseed": true, "userdata": true, "trustid": true, "hiddenvalue": true, "xauthtoken": true, "token": true,
}

// secretUnder are keys that are secret only inside an object under the given key: the content of injected files, and the
// JSON text of an EC2 credential.
var secretUnder = map[string]string{"contents": "personality", "blob": "credential"}

// tokenHeaders have tokens as values, which are replaced by a short digest.
var tokenHeaders = map[string]bool{
	"X-Auth-Token": true, "X-Subject-Token": true, "X-Service-Token": true, "X-Storage-Token": true, "X-Plumbline-Token": true,
}

// secretHeaders are replaced completely, as are headers whose name is in secretKeys.
var secretHeaders = map[string]bool{
	"Authorization": true, "Proxy-Authorization": true, "Cookie": true, "Set-Cookie": true,
	"X-Instance-Id-Signature": true, "X-Auth-Key": true, "X-Metadata-Provider-Signature": true,
}

// urlSecrets are query parameters with secrets, beside those whose name is in secretKeys.
var urlSecrets = map[string]bool{
	"sig": true, "x-amz-signature": true, "x-amz-security-token": true, "temp_url_sig": true, "x-amz-credential": true,
	"awsaccesskeyid": true, "code": true,
}

// separators removes dashes and underscores from names. It is shared, since making a replacer costs more than using it.
var separators = strings.NewReplacer("-", "", "_", "")

// normalizeName is the compared form of a name. A prefix with a colon, which names an extension, is removed.
func normalizeName(name string) string {
	return strings.ToLower(separators.Replace(name[strings.LastIndexByte(name, ':')+1:]))
}

// SecretName tells whether the value under a name (a JSON key, a header, a query parameter) is a secret.
func SecretName(name string) bool { return kindOf(name).secret }

// kind tells what the value of a name is.
type kind struct{ secret, userData, publicKey bool }

// mostKinds bounds the cache: a cloud has few names, but a hostile one can invent any number.
const mostKinds = 4096

var (
	kinds      sync.Map // of kind, by the original name
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

// fragments are parts of secret names: every secret name has at least one, so that text without any of them has none.
// Searching for them is much faster than searching for names.
var fragments = [][]byte{
	[]byte("pass"), []byte("key"), []byte("secret"), []byte("token"), []byte("signature"), []byte("seed"), []byte("userdata"),
	[]byte("trustid"), []byte("hiddenvalue"), []byte("contents"), []byte("blob"),
}

// mayName tells whether a text may have a secret name in it. If it is false, there is none.
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
