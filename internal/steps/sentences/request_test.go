package sentences

import (
	"encoding/base64"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

func TestPartsOfARebuildAreReadAsAListInWords(t *testing.T) {
	for text, want := range map[string][]string{
		"key K2":                        {"key K2"},
		"image unknown and key K2":      {"image unknown", "key K2"},
		"image Q, key K2 and user_data": {"image Q", "key K2", "user_data"},
		"key K2 with a leading blank":   {"key K2 with a leading blank"},
		`key {"name": "K2"}`:            {`key {"name": "K2"}`},
	} {
		assert.Equal(t, want, betweenParts.Split(text, -1), text)
	}
}

func TestAPartNobodyKnowsIsAnError(t *testing.T) {
	assert.ErrorContains(t, addPart(&world.World{}, map[string]any{}, "colour red"), `"colour red"`)
}

func TestKeyValuesThatNeedNoScenario(t *testing.T) {
	w := &world.World{}
	assert.Nil(t, phrases.KeyValue(w, "null"))
	assert.Equal(t, float64(5), phrases.KeyValue(w, "5"))
	assert.Equal(t, true, phrases.KeyValue(w, "true"))
	assert.Equal(t, "", phrases.KeyValue(w, `""`))
	assert.Equal(t, []any{"K2"}, phrases.KeyValue(w, `["K2"]`))
	assert.Equal(t, map[string]any{"name": "K2"}, phrases.KeyValue(w, `{"name": "K2"}`))
	assert.Len(t, phrases.KeyValue(w, "256 characters"), 256)
}

func TestSizesAreExact(t *testing.T) {
	assert.Len(t, padName("plumbline-run-L-1", 255), 255)
	assert.Equal(t, "long enough", padName("long enough", 3))
	assert.Len(t, items(129), 129)
	made := files(6, 10241)
	require.Len(t, made, 6)
	file := made[5].(map[string]any)
	content, err := base64.StdEncoding.DecodeString(file["contents"].(string))
	require.NoError(t, err)
	assert.Len(t, content, 10241)
	assert.Equal(t, "/etc/plumbline-5", file["path"])
}

func TestRequestReadsQueryAndProjectFromThePath(t *testing.T) {
	w := &world.World{}
	r := phrases.Request(w, "member", "GET", "/servers?nope=1&limit=2", "2.75")
	assert.Equal(t, "/servers", r.Path)
	assert.Equal(t, "1", r.Query.Get("nope"))
	assert.Equal(t, "2.75", r.At)
	assert.Equal(t, "/servers/"+phrases.UnknownID, phrases.Request(w, "member", "GET", "/servers/{unknown}", "2.1").Path)
	assert.Equal(t, []string{"{project:outsider}", "/servers"}, []string{
		phrases.ProjectInPath.FindStringSubmatch(
			"/{project:outsider}/servers")[1][1:], phrases.ProjectInPath.FindStringSubmatch("/{project:outsider}/servers")[2],
	})
}

func TestABodyIsSentAsItStands(t *testing.T) {
	w := &world.World{}
	r := withBody(w, world.Request{Method: "POST"}, "", "")
	assert.NotNil(t, r.Raw, "an empty body is a body")
	assert.Empty(t, r.Raw)
	assert.Nil(t, withBody(w, world.Request{Method: "GET"}, "application/json", "").Raw)
	assert.Equal(t, http.Header{"Content-Type": {}}, withBody(w, world.Request{Method: "POST"}, "nothing", "{}").Header)
	assert.Equal(t, "application/xml", withBody(w, world.Request{Method: "POST"}, "application/xml", "{}").Header.Get("Content-Type"))
	assert.Equal(t, `{"imageRef": "`+phrases.UnknownID+`"}`,
		string(withBody(w, world.Request{Method: "POST"}, "", `{"imageRef": "{unknown}"}`).Raw))
}

func TestEachImageOfTheFeaturesIsKnown(t *testing.T) {
	assert.True(t, phrases.ImageKinds["has no data yet"].Queued)
	assert.True(t, phrases.ImageKinds["is deactivated"].Deactivated)
	assert.Equal(t, "required", phrases.ImageKinds["no host can run"].Properties["trait:CUSTOM_PLUMBLINE_NOWHERE"])
}
