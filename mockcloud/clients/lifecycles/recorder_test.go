package lifecycles

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// recorder notes the last body that a client sent and was accepted, the answer to it, and the last answer to a GET.
type recorder struct {
	lock           sync.Mutex
	sent, got, saw any
	status         int
}

func (r *recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	var sent []byte
	if request.Body != nil {
		var err error
		if sent, err = io.ReadAll(request.Body); err != nil {
			return nil, err
		}
		_ = request.Body.Close()
		request.Body = io.NopCloser(bytes.NewReader(sent))
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	got, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	response.Body = io.NopCloser(bytes.NewReader(got))
	r.lock.Lock()
	defer r.lock.Unlock()
	switch {
	case strings.HasSuffix(request.URL.Path, "/auth/tokens"):
	case request.Method == http.MethodGet:
		r.saw = decoded(got)
	case request.Method != http.MethodDelete && response.StatusCode < 300:
		r.sent, r.got, r.status = decoded(sent), decoded(got), response.StatusCode
	}
	return response, err
}

func decoded(body []byte) any {
	var out any
	_ = json.Unmarshal(body, &out)
	return out
}

// takeSent answers the body of the last accepted request, and notes the answer to it.
func (w *world) takeSent(step string) any {
	w.lock.Lock()
	defer w.lock.Unlock()
	sent := w.sent
	w.answers.note(w, step, map[string]any{"status": w.status, "answer": w.got})
	w.sent, w.got = nil, nil
	return sent
}

// answer is what the last GET showed.
func (r *recorder) answer() any {
	r.lock.Lock()
	defer r.lock.Unlock()
	return unwrap(r.saw)
}

// readBack reads the resource, and notes what it shows.
func (w *world) readBack(t *testing.T, r *resource, id, step string) any {
	t.Helper()
	w.lock.Lock()
	w.saw = nil
	w.lock.Unlock()
	require.NoError(t, r.read(w, id), "%s", step)
	w.answers.note(w, step, w.saw)
	return w.answer()
}

// shows asserts that every attribute that was sent is read back as it was sent.
func (w *world) shows(t *testing.T, step string, sent, read any) {
	t.Helper()
	if sent == nil {
		return
	}
	for _, difference := range missing("", sent, read) {
		assert.Fail(t, step+": not read back as sent: "+difference)
	}
}

// missing tells what of a body is not shown as it was sent. The order of lists has no meaning in these APIs.
func missing(at string, sent, read any) []string {
	switch sent := sent.(type) {
	case map[string]any:
		shown, ok := read.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s: sent %v, read %v", at, sent, read)}
		}
		var out []string
		for _, k := range slices.Sorted(maps.Keys(sent)) {
			value, ok := shown[k]
			if !ok {
				out = append(out, fmt.Sprintf("%s/%s: sent %v, not shown", at, k, sent[k]))
				continue
			}
			out = append(out, missing(at+"/"+k, sent[k], value)...)
		}
		return out
	case []any:
		shown, ok := read.([]any)
		if !ok || len(shown) != len(sent) || !eachShown(sent, shown) {
			return []string{fmt.Sprintf("%s: sent %v, read %v", at, sent, read)}
		}
		return nil
	}
	if !reflect.DeepEqual(sent, read) {
		return []string{fmt.Sprintf("%s: sent %#v, read %#v", at, sent, read)}
	}
	return nil
}

func eachShown(sent, shown []any) bool {
	left := slices.Clone(shown)
	for _, s := range sent {
		i := slices.IndexFunc(left, func(r any) bool { return len(missing("", s, r)) == 0 })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}

// unwrap takes an object out of the one key that names its type.
func unwrap(body any) any {
	if m, ok := drop(body, []string{"links"}).(map[string]any); ok && len(m) == 1 {
		for _, inner := range m {
			if object, ok := inner.(map[string]any); ok {
				return object
			}
		}
	}
	return body
}

func drop(body any, names []string) any {
	m, ok := body.(map[string]any)
	if !ok {
		return body
	}
	m = maps.Clone(m)
	for _, n := range names {
		delete(m, n)
	}
	return m
}

func keys(body any) []string {
	m, _ := body.(map[string]any)
	return slices.Collect(maps.Keys(m))
}
