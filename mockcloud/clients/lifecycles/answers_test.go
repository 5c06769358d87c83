package lifecycles

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update_ = flag.Bool("update", false, "write down what a real cloud answers (with PLUMBLINE_LIFECYCLES)")

// answers are those of a row: step to answer, without what differs between two runs.
type answers map[string]any

func (a *answers) note(w *world, step string, answer any) {
	if *a == nil {
		*a = answers{}
	}
	text, err := json.Marshal(answer)
	if err != nil {
		w.t.Errorf("%s: %v", step, err)
		return
	}
	out := string(text)
	for _, r := range unlike {
		out = r.is.ReplaceAllString(out, r.becomes)
	}
	out = strings.ReplaceAll(out, w.run, "RUN")
	(*a)[step] = sorted(decoded([]byte(out)), append(w.apart, newer...))
}

// newer are attributes of releases after Zed, with which the mock's network is.
var newer = []string{"router:external", "belongs_to_default_sg"}

// sorted sorts lists of objects, whose order has no meaning, and leaves attributes out.
func sorted(v any, without []string) any {
	switch v := v.(type) {
	case map[string]any:
		if tags, ok := v["tags"].([]any); ok {
			slices.SortFunc(tags, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		}
		for k := range v {
			if slices.Contains(without, k) {
				delete(v, k)
				continue
			}
			v[k] = sorted(v[k], without)
		}
	case []any:
		for i := range v {
			v[i] = sorted(v[i], without)
		}
		if len(v) > 0 {
			if _, objects := v[0].(map[string]any); objects {
				slices.SortFunc(v, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
			}
		}
	}
	return v
}

// unlike is what two runs, or two clouds, have in different ways: ids, times, keys, addresses of services.
var unlike = []struct {
	is      *regexp.Regexp
	becomes string
}{
	{regexp.MustCompile(`http://127\.0\.0\.1:\d+(/(identity|compute|image|network|volume|block-storage|orchestration)\b)?`), "URL"},
	{regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`), "ID"},
	{regexp.MustCompile(`"[0-9a-f]{32}"`), `"ID"`},
	{regexp.MustCompile(`/[0-9a-f]{32}\b`), `/ID`},
	{regexp.MustCompile(`\b[0-9a-f]{56,128}\b`), "HEX"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d`), "TIME"},
	{regexp.MustCompile(`TIME\.\d{6}`), "TIME.ffffff"},
	{regexp.MustCompile(`"(revision_number|standard_attr_id)":\d+`), `"$1":"N"`},
	{regexp.MustCompile(`"(192\.0\.2|203\.0\.113)\.\d+"`), `"$1.N"`},
	{regexp.MustCompile(`"adminPass":"[^"]*"`), `"adminPass":"PASS"`},
	{regexp.MustCompile(`fa:16:3e(:[0-9a-f]{2}){3}`), "MAC"},
}

// family are the answers of a real Zed to the rows of a family.
type family struct {
	file  string
	write bool
	rows  map[string]answers
}

func (c *cloud) loadAnswers(t *testing.T, name string) *family {
	t.Helper()
	f := &family{file: filepath.Join("testdata", "zed", name+".json"), write: c.real && *update_, rows: map[string]answers{}}
	text, err := os.ReadFile(f.file)
	if err == nil {
		require.NoError(t, json.Unmarshal(text, &f.rows))
	} else if !f.write && !os.IsNotExist(err) {
		require.NoError(t, err)
	}
	return f
}

// compare holds the answers of a row against those of a real Zed, unless they are to be written down. A row that Zed cannot have
// (it lacks the extension) has none.
func (f *family) compare(t *testing.T, row string, got answers, apart []string) {
	t.Helper()
	if f.write {
		if !t.Failed() {
			f.rows[row] = got
		}
		return
	}
	if want, ok := f.rows[row]; ok {
		for step := range want {
			want[step] = sorted(want[step], apart)
		}
		assert.Equal(t, map[string]any(want), map[string]any(got), "answers of a real Zed, and these")
	}
}

func (f *family) save(t *testing.T) {
	t.Helper()
	if !f.write {
		return
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	require.NoError(t, e.Encode(f.rows))
	require.NoError(t, os.MkdirAll(filepath.Dir(f.file), 0o755))
	require.NoError(t, os.WriteFile(f.file, out.Bytes(), 0o644))
}
