package sentences

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/steps/world"
)

// answerOf makes an answer from its parts.
func answerOf(t *testing.T, header http.Header, body string) *world.Exchange {
	t.Helper()
	x := &world.Exchange{Header: header, Body: []byte(body)}
	if body != "" {
		require.NoError(t, json.Unmarshal([]byte(body), &x.JSON))
	}
	return x
}

func TestShowsTellsNullFromAbsence(t *testing.T) {
	x := answerOf(t, nil, `{"server": {"key_name": null, "name": "a", "metadata": {"k": "v"}}}`)
	assert.NoError(t, x.Shows("/server/key_name", nil))
	assert.NoError(t, x.Shows("/server/metadata", map[string]any{"k": "v"}))
	assert.ErrorContains(t, x.Shows("/server/key_name", "K2"), `expected "K2", got null`)
	absent := x.Shows("/server/description", nil)
	assert.ErrorContains(t, absent, "has nothing at /server/description")
	assert.True(t, world.IsFailure(absent))
}

func TestShowsComparesWhatJSONSays(t *testing.T) {
	x := answerOf(t, nil, `{"fault": {"code": 404, "a/b": [{"host": "host1", "up": true}]}}`)
	require.NoError(t, x.Shows("/fault/code", 404), "a number of any type")
	require.NoError(t, x.Shows("/fault/a~1b/0", struct {
		Host string `json:"host"`
		Up   bool   `json:"up"`
	}{"host1", true}), "a struct")
	assert.EqualError(t, x.Shows("/fault/code", "404"), `the value at /fault/code: expected "404", got 404`)
	assert.EqualError(t, x.Shows("/fault/a~1b/0/up", false), "the value at /fault/a~1b/0/up: expected false, got true")
	assert.EqualError(t, x.Shows("/fault/a~1b/1", 5), "the answer has nothing at /fault/a~1b/1, where 5 was expected")
	assert.True(t, world.IsFailure(x.Shows("/fault/code", 405)))
}

func TestVaryMayBeOneLineOrTwo(t *testing.T) {
	for name, vary := range map[string][]string{
		"two lines": {"OpenStack-API-Version", "X-OpenStack-Nova-API-Version"},
		"one line":  {"openstack-api-version, x-openstack-nova-api-version"},
	} {
		assert.NoError(t, varies(answerOf(t, http.Header{"Vary": vary}, ""), true), name)
		assert.Error(t, varies(answerOf(t, http.Header{"Vary": vary}, ""), false), name)
	}
	half := answerOf(t, http.Header{"Vary": {"OpenStack-API-Version"}}, "")
	assert.Error(t, varies(half, true), "one of them is not enough")
	assert.Error(t, varies(half, false), "and one is too much")
	assert.NoError(t, varies(answerOf(t, http.Header{"Vary": {"X-Auth-Token"}}, ""), false))
}

func TestRequestIDIsTheSameUnderBothNames(t *testing.T) {
	const id = "req-2b92b5a4-7cb3-4f29-9885-8c7cf0a8d5f6"
	one := http.Header{"X-Openstack-Request-Id": {id}}
	assert.Error(t, requestID(answerOf(t, one, "")), "only one name")
	both := http.Header{"X-Openstack-Request-Id": {id}, "X-Compute-Request-Id": {id}}
	assert.NoError(t, requestID(answerOf(t, both, "")))
	odd := http.Header{"X-Openstack-Request-Id": {"req-1"}, "X-Compute-Request-Id": {"req-1"}}
	assert.Error(t, requestID(answerOf(t, odd, "")), "not the form of an id")
}

func TestNoMicroversionHeaderMeansNeither(t *testing.T) {
	assert.NoError(t, echoesNothing(answerOf(t, http.Header{}, "")))
	assert.Error(t, echoesNothing(answerOf(t, http.Header{"X-Openstack-Nova-Api-Version": {"2.1"}}, "")))
	assert.Error(t, echoesNothing(answerOf(t, http.Header{"Openstack-Api-Version": {""}}, "")))
}

func TestAVersionIsFoundByItsIDOrTheBeginningOfIt(t *testing.T) {
	flat := answerOf(t, nil,
		`{"versions": [{"id": "v2.13", "status": "SUPPORTED"}, {"id": "v2.15", "status": "CURRENT"}, {"id": "v2.0", "status": "SUPPORTED"}]}`)
	assert.NoError(t, listed(flat, "v2", "CURRENT", "", ""))
	assert.NoError(t, listed(flat, "v2.0", "SUPPORTED", "", ""))
	assert.ErrorContains(t, listed(flat, "v2.1", "CURRENT", "", ""), "no version v2.1", "v2.13 is another version")
	nested := answerOf(t, nil, `{"versions": {"values": [{"id": "v3.14", "status": "stable"}]}}`)
	assert.NoError(t, listed(nested, "v3", "stable", "", ""))
	one := answerOf(t, nil, `{"version": {"id": "v2.1", "status": "CURRENT", "min_version": "2.1", "version": "2.93"}}`)
	assert.NoError(t, isVersion(one, "v2.1", "CURRENT", "2.1", "2.93"))
	assert.Error(t, isVersion(one, "v2.1", "CURRENT", "2.1", "2.104"))
	assert.Error(t, isVersion(one, "v2.1", "SUPPORTED", "", ""))
	assert.Error(t, versionless(one, "v2.1"))
	choices := answerOf(t, nil, `{"choices": [{"id": "v2.1", "links": [{"rel": "self", "href": "http://cloud/compute/v2.1/nope"}]}, {"id": "v3"}]}`)
	choices.Asked.Path = "/nope"
	assert.NoError(t, offers(choices, "v2.1"))
	assert.ErrorContains(t, offers(choices, "v2.0"), "the choices")
	assert.ErrorContains(t, offers(choices, "v3"), "the links of the choice")
	choices.Asked.Path = "/other"
	assert.ErrorContains(t, offers(choices, "v2.1"), "self under /v2.1/other")
}

func TestMediaTypeIsComparedWithoutItsParameters(t *testing.T) {
	x := answerOf(t, http.Header{"Content-Type": {"text/plain; charset=UTF-8"}}, "")
	assert.NoError(t, ofType(x, "text/plain"))
	assert.Error(t, ofType(x, "text/html"))
}
