package oauth

import (
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// exchange is a request with a header Authorization.
func exchange(method, url, header string) *pipeline.Exchange {
	r := httptest.NewRequest(method, url, nil)
	r.Header.Set("Authorization", header)
	return &pipeline.Exchange{Request: r, Base: "https://photos.example.net"}
}

// TestSignaturesOfTheStandard are two requests of the example in RFC 5849 section 1.2.
func TestSignaturesOfTheStandard(t *testing.T) {
	printer := &state.OAuthConsumer{Secret: "kd94hf93k423kf44"}
	for _, row := range []struct{ name, method, url, secret, header string }{
		{
			"an access token", "POST", "https://photos.example.net/token", "hdhd0244k9j7ao03",
			`OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="hh5s93j4hdidpola", oauth_signature_method="HMAC-SHA1",` +
				` oauth_timestamp="137131201", oauth_nonce="walatlh", oauth_verifier="hfdp7dh39dks9884",` +
				` oauth_signature="gKgrFCywp7rO0OXSjdot%2FIHF7IU%3D"`,
		},
		{
			"a request with a query", "GET", "http://photos.example.net/photos?file=vacation.jpg&size=original", "pfkkdhi9sl3r4s00",
			`OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="nnch734d00sl2jdk", oauth_signature_method="HMAC-SHA1",` +
				` oauth_timestamp="137131202", oauth_nonce="chapoH", oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"`,
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			x := exchange(row.method, row.url, row.header)
			if row.method == "GET" {
				x.Base = "http://photos.example.net"
			}
			p, f := readParameters(x)
			require.Nil(t, f)
			assert.True(t, p.signed(x, printer, row.secret))
			assert.False(t, p.signed(x, printer, row.secret+"x"), "another secret")
			assert.False(t, p.signed(x, &state.OAuthConsumer{Secret: "other"}, row.secret), "another consumer")
			x.Request.Method = "PUT"
			assert.False(t, p.signed(x, printer, row.secret), "another method")
		})
	}
}

func TestATimeFarAwayIsRefused(t *testing.T) {
	now := time.Unix(1780315200, 0)
	for _, row := range []struct {
		at  string
		own bool
	}{{"1780315200", true}, {"1780314600", true}, {"1780314599", false}, {"1780315800", true}, {"1780315801", false}, {"178031520", false}} {
		p := parameters{
			"oauth_signature": "x", "oauth_consumer_key": "0123456789abcdef0123456789abcdef", "oauth_nonce": "a", "oauth_timestamp": row.at,
			"oauth_signature_method": "PLAINTEXT",
		}
		assert.Equal(t, row.own, p.sound(now) == nil, row.at)
	}
}
