package orchestration

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/compute"
	"plumbline/internal/mockcloud/image"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/trial"
)

// answered is a request and what Heat 24 (Epoxy) answered; where Heat 19 (Zed, with its older policy) answered
// otherwise, Zed has that, for the reader.
type answered struct {
	Name, Who, Method, Path string
	Body                    any
	Text                    *string
	// Save keeps the id in the answer under a name; ${name} in a path is the stack's name and id, ${name.id} the id.
	Save          string
	Status        int
	Type, Message string
	Zed           any
}

var (
	placeholder = regexp.MustCompile(`\$\{([^}]*)\}`)
	anyID       = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	plainID     = regexp.MustCompile(`[0-9a-f]{32}`)
)

// TestAnswersAreThoseOfARealHeat sends what testdata/answers.jsonl has, in order: each answer has the status, the
// type and the message that the real service gave.
func TestAnswersAreThoseOfARealHeat(t *testing.T) {
	c := trial.New(t, New, compute.New, image.New)
	fill(c)
	txn := c.Env.Store.Write()
	state.Flavors.Insert(txn, &state.Flavor{ID: "7", Name: "m1.tiny", RAM: 64, VCPUs: 1, Disk: 1, Public: true, RXTXFactor: 1})
	name, raw, bare := "cirros-a", "raw", "bare"
	img := &state.Image{
		ID: "70a599e0-31e7-49b7-b260-868f441e862c", Name: &name, Visibility: "public", Owner: trial.Other,
		DiskFormat: &raw, ContainerFormat: &bare,
	}
	image.Fill(img, []byte("x"))
	state.Images.Insert(txn, img)
	txn.Commit()

	content, err := os.ReadFile("testdata/answers.jsonl")
	require.NoError(t, err)
	saved := map[string]string{}
	for _, line := range bytes.Split(bytes.TrimSpace(content), []byte("\n")) {
		var row answered
		require.NoError(t, json.Unmarshal(line, &row))
		t.Run(row.Name, func(t *testing.T) {
			project := trial.Demo
			if row.Who == "outsider" {
				project = trial.Other
			}
			path := placeholder.ReplaceAllStringFunc(row.Path, func(at string) string {
				key, wantsID := strings.CutSuffix(strings.Trim(at, "${}"), ".id")
				if wantsID || !strings.HasPrefix(key, "s-") {
					return saved[key]
				}
				return key + "/" + saved[key]
			})
			body := row.Body
			if row.Text != nil {
				body = *row.Text
			}
			a := c.Do(row.Who, row.Method, "/orchestration/v1/"+project+path, body)
			require.Equal(t, row.Status, a.Status, a.Body)
			if row.Save != "" {
				saved[row.Save] = a.Text("stack", "id") + a.Text("id")
			}
			if row.Type != "" {
				assert.Equal(t, row.Type, a.Text("error", "type"), a.Body)
				assert.Equal(t, row.Message, plainID.ReplaceAllString(anyID.ReplaceAllString(a.Text("error", "message"), "ID"), "P"))
			}
		})
	}
}
