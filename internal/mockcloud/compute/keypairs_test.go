package compute_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func pair(fields string) string { return `{"keypair": {` + fields + `}}` }

func keyBody(name, key string) string {
	n, _ := json.Marshal(name)
	k, _ := json.Marshal(key)
	return fmt.Sprintf(`{"keypair": {"name": %s, "public_key": %s}}`, n, k)
}

// The texts are those of Zed and Epoxy.
func TestKeyPairRefusals(t *testing.T) {
	c := begin(t)
	c.key("member", "taken", ed25519)
	const (
		ends    = "An invalid 'name' value was provided. The name must be: printable characters. Can not start or end with whitespace."
		letters = "An invalid 'name' value was provided. The name must be: Only expected characters: [_- " +
			"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ]"
		more = "An invalid 'name' value was provided. The name must be: Only expected characters: [@._- " +
			"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ]"
		bad     = "Keypair data is invalid: failed to generate fingerprint"
		badX509 = "Keypair data is invalid: failed to generate X509 fingerprint. Error message: Unable to load PEM file. " +
			"See https://cryptography.io/en/latest/faq/#why-can-t-i-import-my-pem-file for more details. MalformedFraming"
	)
	for _, row := range []struct {
		who, version, body string
		status             int
		message            string
	}{
		{"member", "2.1", keyBody("", ed25519), 400, "Invalid input for field/attribute name. Value: . '' is too short"},
		{"member", "2.1", keyBody(" ", ed25519), 400, ends},
		{"member", "2.1", keyBody("trail ", ed25519), 400, ends},
		{"member", "2.1", keyBody("a\tb", ed25519), 400, ends},
		{"member", "2.91", keyBody("a.b", ed25519), 400, letters},
		{"member", "2.91", keyBody("é", ed25519), 400, letters},
		{"member", "2.92", keyBody("a/b", ed25519), 400, more},
		{"member", newest, keyBody("k", "garbage"), 400, bad},
		{"member", newest, keyBody("k", ""), 400, bad},
		{"member", newest, keyBody("k", "ssh-rsa AAAA"), 400, bad},
		{"member", newest, keyBody("k", "  "+ed25519), 400, bad},
		{"member", newest, keyBody("k", strings.Fields(ed25519)[1]), 400, bad},
		{"member", newest, keyBody("k", "ssh-rsa "+strings.Fields(ed25519)[1]), 400, bad},
		{"member", newest, keyBody("k", "ssh-ed25519 "+strings.Repeat("A", 68)), 400, bad},
		{"member", newest, keyBody("taken", ed25519), 409, "Key pair 'taken' already exists."},
		{"member", newest, keyBody("taken", "garbage"), 400, bad},
		{"member", "2.2", pair(`"name": "k", "type": "x509", "public_key": "garbage"`), 400, badX509},
		{
			"member", "2.2", pair(`"name": "k", "type": "foo"`), 400,
			"Invalid input for field/attribute type. Value: foo. 'foo' is not one of ['ssh', 'x509']",
		},
		{
			"member", "2.92", pair(`"name": "k"`), 400,
			"Invalid input for field/attribute keypair. Value: {'name': 'k'}. 'public_key' is a required property",
		},
		{
			"member2", "2.10", pair(`"name": "k", "user_id": "` + member + `", "public_key": "` + ed25519 + `"`), 403,
			"Policy doesn't allow os_compute_api:os-keypairs:create to be performed.",
		},
	} {
		a := c.do(row.who, row.version, "POST", "/v2.1/os-keypairs", row.body)
		assert.Equal(t, row.status, a.status, "%s: %s", row.body, a.text)
		assert.Equal(t, row.message, a.message(), row.body)
	}
	a := c.do("member", "2.1", "GET", "/v2.1/os-keypairs/nope", nil)
	assert.Equal(t, "Keypair nope not found for user "+member, a.message())
	a = c.do("member2", "2.10", "DELETE", "/v2.1/os-keypairs/taken?user_id="+member, nil)
	assert.Equal(t, 403, a.status)
}

func TestKeyPairsAtTheirVersions(t *testing.T) {
	c := begin(t)
	fields := func(version string) string {
		a := c.do("member", version, "POST", "/v2.1/os-keypairs", keyBody("k", ed25519+"\n"))
		created := keys(a.json["keypair"])
		l := c.do("member", version, "GET", "/v2.1/os-keypairs", nil).json["keypairs"].([]any)[0].(map[string]any)["keypair"]
		s := c.do("member", version, "GET", "/v2.1/os-keypairs/k", nil).json["keypair"]
		d := c.do("member", version, "DELETE", "/v2.1/os-keypairs/k", nil)
		return fmt.Sprintf("%d %s | %s | %s | %d", a.status, created, keys(l), keys(s), d.status)
	}
	assert.Equal(t, "200 fingerprint name public_key user_id | fingerprint name public_key | created_at deleted "+
		"deleted_at fingerprint id name public_key updated_at user_id | 202", fields("2.1"))
	for _, v := range []string{"2.2", "2.10", "2.92", newest} {
		assert.Equal(t, "201 fingerprint name public_key type user_id | fingerprint name public_key type | created_at "+
			"deleted deleted_at fingerprint id name public_key type updated_at user_id | 204", fields(v), v)
	}
}

func keys(v any) string {
	m, _ := v.(map[string]any)
	var out []string
	for k := range m {
		out = append(out, k)
	}
	return strings.Join(sorted(out), " ")
}

func TestGeneratedKeyPairs(t *testing.T) {
	c := begin(t)
	a := c.do("member", "2.91", "POST", "/v2.1/os-keypairs", pair(`"name": "g"`))
	require.Equal(t, 201, a.status)
	assert.True(t, strings.HasPrefix(a.at("keypair", "private_key").(string), "-----BEGIN RSA PRIVATE KEY-----\n"))
	assert.True(t, strings.HasPrefix(a.at("keypair", "public_key").(string), "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQ"))
	assert.True(t, strings.HasSuffix(a.at("keypair", "public_key").(string), " Generated-by-Nova"))
	again := begin(t).do("member", "2.91", "POST", "/v2.1/os-keypairs", pair(`"name": "g"`))
	assert.NotEmpty(t, again.at("keypair", "fingerprint"))
	x := c.do("member", "2.2", "POST", "/v2.1/os-keypairs", pair(`"name": "x", "type": "x509"`))
	assert.True(t, strings.HasPrefix(x.at("keypair", "public_key").(string), "-----BEGIN CERTIFICATE-----\n"))
	assert.Len(t, x.at("keypair", "fingerprint"), 59)
}

func TestKeyPairPages(t *testing.T) {
	c := begin(t)
	for _, n := range []string{"c", "a", "b"} {
		c.key("member", n, ed25519)
	}
	a := c.do("member", "2.35", "GET", "/v2.1/os-keypairs?limit=2", nil)
	assert.Equal(t, []any{map[string]any{"rel": "next", "href": "http://cloud.test/compute/v2.1/os-keypairs?limit=2&marker=b"}},
		a.json["keypairs_links"])
	a = c.do("member", "2.35", "GET", "/v2.1/os-keypairs?limit=2&marker=b", nil)
	assert.Len(t, a.json["keypairs"], 1)
	assert.NotContains(t, a.json, "keypairs_links")
	assert.Equal(t, "Marker nope could not be found.", c.do("member", "2.35", "GET", "/v2.1/os-keypairs?marker=nope", nil).message())
	assert.Len(t, c.do("admin", "2.10", "GET", "/v2.1/os-keypairs?user_id="+member, nil).json["keypairs"], 3)
	assert.Empty(t, c.do("admin", "2.9", "GET", "/v2.1/os-keypairs?user_id="+member, nil).json["keypairs"])
}

func TestKeyPairQuota(t *testing.T) {
	c := begin(t)
	for i := range 100 {
		c.key("member", fmt.Sprintf("k%d", i), ed25519)
	}
	for _, body := range []string{keyBody("new", ed25519), keyBody("new", "garbage"), keyBody("k1", ed25519)} {
		a := c.do("member", newest, "POST", "/v2.1/os-keypairs", body)
		assert.Equal(t, 403, a.status)
		assert.Equal(t, "Quota exceeded, too many key pairs.", a.message())
	}
}
