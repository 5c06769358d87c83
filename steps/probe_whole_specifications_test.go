package steps_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/mockcloud/machineclock"
	"plumbline/internal/mockcloud/mutants"
	"plumbline/internal/openapi"
	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
	"plumbline/internal/steps/plan"
	"plumbline/mockcloud"
	"plumbline/mockcloud/settings"
	"plumbline/steps"
)

// rewrite changes the JSON answers to some requests.
type rewrite struct {
	next   http.Handler
	wanted func(*http.Request, string) bool
	change func(map[string]any)
	refuse string
}

func (h *rewrite) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	req.Body = io.NopCloser(bytes.NewReader(body))
	if !h.wanted(req, string(body)) {
		h.next.ServeHTTP(w, req)
		return
	}
	if h.refuse != "" {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, h.refuse)
		return
	}
	rec := httptest.NewRecorder()
	h.next.ServeHTTP(rec, req)
	var answer map[string]any
	if err := json.Unmarshal(rec.Body.Bytes(), &answer); err == nil && rec.Code == http.StatusOK {
		h.change(answer)
		rec.Body.Reset()
		_ = json.NewEncoder(rec.Body).Encode(answer)
		rec.Header().Del("Content-Length")
	}
	for name, values := range rec.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(rec.Code)
	_, _ = w.Write(rec.Body.Bytes())
}

// A cloud that lacks the very thing that a requirement is about fails that requirement. A probe that looked at this
// thing would say that the whole specification is not there, or cannot be known.
func TestWhatARequirementIsAboutDecidesNoAvailability(t *testing.T) {
	list := func(req *http.Request, _ string) bool {
		return strings.HasSuffix(req.URL.Path, "/os-hypervisors") && strings.HasSuffix(req.Header.Get("OpenStack-API-Version"), " 2.105")
	}
	for _, row := range []struct {
		name  string
		spec  string
		fault rewrite
		fails []string
		runs  []string
	}{
		{
			"the answer has no hypervisors_links", "hypervisors-project-admin",
			rewrite{wanted: list, change: func(a map[string]any) { delete(a, "hypervisors_links") }},
			[]string{"HYP-23"},
			[]string{"HYP-20", "HYP-24", "HYP-25", "HYP-28", "HYP-40"},
		},
		{
			"hypervisors are shown by name", "hypervisors-project-admin",
			rewrite{wanted: list, change: func(a map[string]any) {
				for _, h := range a["hypervisors"].([]any) {
					h.(map[string]any)["hypervisor_hostname"] = "shown"
				}
			}},
			[]string{"HYP-22", "HYP-23"},
			[]string{"HYP-20", "HYP-40"},
		},
		{
			"hypervisor_uuid is unknown", "hypervisors-project-admin",
			rewrite{
				wanted: func(_ *http.Request, body string) bool { return strings.Contains(body, "hypervisor_uuid") },
				refuse: `{"badRequest": {"code": 400, "message": "Additional properties are not allowed ('hypervisor_uuid' was unexpected)"}}`,
			},
			[]string{"HYP-40", "HYP-49"},
			[]string{"HYP-20", "HYP-23"},
		},
		{
			"lock is unknown", "stack-lock",
			rewrite{
				wanted: func(_ *http.Request, body string) bool { return strings.HasPrefix(body, `{"lock":`) },
				refuse: `{"code": 400, "title": "Bad Request", "explanation": "Invalid action lock specified", "error": {"type": "HTTPBadRequest", "message": "Invalid action lock specified", "traceback": null}}`,
			},
			[]string{"LCK-20", "LCK-21"},
			[]string{"LCK-05"},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := certified(t, row.spec, &row.fault)
			verdicts := map[string]verdict.Verdict{}
			for _, req := range r.Requirements {
				verdicts[req.ID] = req.Verdict
			}
			for _, id := range row.fails {
				assert.Equal(t, verdict.Fail, verdicts[id], id)
			}
			for _, id := range row.runs {
				assert.Contains(t, []verdict.Verdict{verdict.Pass, verdict.Fail}, verdicts[id], id)
			}
			assert.Equal(t, verdict.NotConformant, r.Summary.Verdict)
		})
	}
}

// A reader may suspend where the defaults are otherwise those since 2023.1: LCK-09 fails. A probe that asked whether a reader
// may suspend would take it for a cloud of the older defaults.
func TestWhetherAReaderMaySuspendDecidesNoDefaults(t *testing.T) {
	nothing := &rewrite{wanted: func(*http.Request, string) bool { return false }}
	for _, rule := range []string{"actions:suspend", "actions:resume"} {
		t.Run(rule, func(t *testing.T) {
			r := certified(t, "stack-lock", nothing, mutants.WithPolicy(map[string]string{rule: "rule:reader"}))
			for _, req := range r.Requirements {
				if req.ID == "LCK-09" {
					assert.Equal(t, verdict.Fail, req.Verdict)
				}
			}
		})
	}
}

// A cloud whose lists have several pages, or whose hypervisors fill a page, is sound: no row fails, and what a page cannot show is said to
// be unobservable. A link where the page is not full is a fault, which is noticed.
func TestPagesAreNoFault(t *testing.T) {
	linked := func(req *http.Request, _ string) bool {
		at := strings.TrimPrefix(req.Header.Get("OpenStack-API-Version"), "compute ")
		return strings.HasSuffix(req.URL.Path, "/os-hypervisors") && (at == "2.33" || at == "2.53")
	}
	link := func(a map[string]any) {
		a["hypervisors_links"] = []any{map[string]any{"rel": "next", "href": "http://mock.invalid/compute/v2.1/os-hypervisors?marker=" + noSuch}}
	}
	for _, row := range []struct {
		name, spec string
		most       int
		fault      rewrite
		want       map[string]verdict.Verdict
	}{
		{
			"more hypervisors than a page has", "hypervisors-project-admin", 2,
			rewrite{},
			map[string]verdict.Verdict{"HYP-01": verdict.Unobservable, "HYP-40": verdict.Pass},
		},
		{
			"as many hypervisors as a page has", "hypervisors-project-admin", 3,
			rewrite{},
			map[string]verdict.Verdict{"HYP-01": verdict.Unobservable, "HYP-40": verdict.Pass},
		},
		{"one page", "hypervisors-project-admin", 1000, rewrite{}, map[string]verdict.Verdict{"HYP-01": verdict.Pass, "HYP-20": verdict.Pass}},
		{"servers on several pages", "microversions", 2, rewrite{}, map[string]verdict.Verdict{"MVN-28": verdict.Pass}},
		{
			"a link on a page that is not full", "hypervisors-project-admin", 1000,
			rewrite{wanted: linked, change: link},
			map[string]verdict.Verdict{"HYP-01": verdict.Fail},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			if row.fault.wanted == nil {
				row.fault.wanted = func(*http.Request, string) bool { return false }
			}
			deployed := settings.Default()
			deployed.MaxLimit = row.most
			for _, req := range certified(t, row.spec, &row.fault, mockcloud.WithSettings(deployed)).Requirements {
				if want, known := row.want[req.ID]; known {
					assert.Equal(t, want.String(), req.Verdict.String(), "%s: %s", req.ID, req.Reason)
				} else if row.fault.change == nil {
					assert.NotContains(t, []verdict.Verdict{verdict.Fail, verdict.Error}, req.Verdict, "%s: %s", req.ID, req.Reason)
				}
			}
		})
	}
}

// noSuch is an id that nothing has.
const noSuch = "00000000-0000-4000-8000-00000000dead"

// certified runs a specification on a mock of the profile specified with a fault in front of it.
func certified(t *testing.T, spec string, fault *rewrite, more ...mockcloud.Option) *reports.Report {
	t.Helper()
	var log bytes.Buffer
	o := options(t, &log, nil)
	shared := &machineclock.Clock{}
	cloud, err := mockcloud.New(
		append(more, mockcloud.WithClock(shared), mockcloud.WithBaseURL("http://mock.invalid"), mockcloud.WithProfile(openapi.Specified))...)
	require.NoError(t, err)
	fault.next = cloud
	all, err := features.Scenarios()
	require.NoError(t, err)
	o.Profile, o.Scenarios, o.Selection = openapi.Specified, all, plan.Selection{Specs: []string{spec}, Disruptive: true}
	o.Target.Handler, o.Target.Profile, o.Clock = fault, openapi.Specified, mockTime{shared, cloud}
	o.Log = eventlog.NewWriter(&log, shared.Now)
	_, err = steps.Run(t.Context(), o)
	require.NoError(t, err)
	catalogue, err := features.Catalogue()
	require.NoError(t, err)
	r, err := reports.Build(catalogue, events(t, &log))
	require.NoError(t, err)
	return r
}
