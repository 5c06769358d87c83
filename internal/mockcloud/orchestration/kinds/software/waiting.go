package software

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/state"
)

// handle is OS::Heat::WaitConditionHandle: it collects signals in its metadata.
func handle() *kind.Kind {
	return &kind.Kind{
		Does: map[string]kind.Handler{record.Create: {Begin: func(t *kind.Task) *kind.Failure {
			t.Resource.PhysicalID = strings.ReplaceAll(t.Env.IDs.UUID(), "-", "")
			t.Resource.Data = kind.Values{"key": t.Env.IDs.Secret(32)}
			if t.Resource.Properties["signal_transport"] == "TOKEN_SIGNAL" {
				t.Resource.Data["token"] = newToken(t)
			}
			return nil
		}}},
		Shows:  howToSignal,
		Signal: collect,
	}
}

// updateHandle is OS::Heat::UpdateWaitConditionHandle: each update makes a new one.
func updateHandle() *kind.Kind {
	k := handle()
	k.Replaces = func(_, _ kind.Values, _ map[string]bool) bool { return true }
	k.Shows = nil
	return k
}

// newToken is a token with which a server signals: one of the stack's owner.
func newToken(t *kind.Task) string {
	token := &state.Token{
		ID: t.Env.IDs.Secret(64), UserID: t.Stack.UserID, Methods: []string{"password"}, ProjectID: t.Stack.ProjectID, Issued: t.Now(),
		Expires: t.Now().Add(24 * time.Hour), AuditIDs: []string{t.Env.IDs.Secret(22)},
	}
	state.Tokens.Insert(t.Txn, token)
	return token.ID
}

// howToSignal are the attributes of a handle.
func howToSignal(t *kind.Task) kind.Values {
	out := kind.Values{"token": nil, "endpoint": nil, "curl_cli": nil}
	urls := record.SignalURLs(t.Exchange, t.Stack, t.Resource)
	how := kind.Values{"alarm_url": urls.Signed}
	if token := body.As[string](t.Resource.Data["token"]); token != "" {
		out["token"], out["endpoint"] = token, urls.Plain
		out["curl_cli"] = "curl -i -X POST -H 'X-Auth-Token: " + token + "' -H 'Content-Type: application/json' -H 'Accept: application/json' " +
			urls.Plain
		how = kind.Values{"auth_token": token, "endpoint": urls.Plain}
	}
	out["signal"] = hot.JSON(how)
	return out
}

// collect keeps what a signal says, by its id: the number of the signal where it gives none.
func collect(t *kind.Task) (string, *kind.Failure) {
	now := *t.Resource
	now.Metadata = record.OrEmpty(maps.Clone(t.Resource.Metadata))
	n := strconv.Itoa(len(now.Metadata) + 1)
	status, reason := textOr(t.Details, "status", "SUCCESS"), textOr(t.Details, "reason", "Signal "+n+" received")
	for key := range t.Details {
		if key != "status" && key != "reason" && key != "data" && key != "id" {
			return "", kind.Failf("ValueError", "Metadata format invalid")
		}
	}
	if status != "SUCCESS" && status != "FAILURE" {
		return "", kind.Failf("ValueError", "Metadata format invalid")
	}
	if id := t.Details["id"]; id != nil {
		n = hot.Text(id)
	}
	now.Metadata[n] = kind.Values{"status": status, "reason": reason, "data": t.Details["data"]}
	keep(t, &now)
	return "status:" + status + " reason:" + reason, nil
}

// condition is OS::Heat::WaitCondition: it is there when its handle has had enough signals.
func condition() *kind.Kind {
	waits := kind.Handler{Begin: func(t *kind.Task) *kind.Failure {
		if r := referred(t.Exchange, t.Stack, t.Resource.Properties["handle"]); r == nil || !strings.HasSuffix(r.Type, "WaitConditionHandle") {
			name := hot.Text(t.Resource.Properties["handle"])
			if r != nil {
				name = r.Name
			}
			return kind.Failf("ValueError", "%s is not a valid wait condition handle.", name)
		}
		return nil
	}, Done: hasSignals}
	return &kind.Kind{
		Does: map[string]kind.Handler{record.Create: waits, record.Update: waits, record.Delete: {Begin: func(t *kind.Task) *kind.Failure {
			if r := referred(t.Exchange, t.Stack, t.Resource.Properties["handle"]); r != nil {
				forgetful := *r
				forgetful.Metadata = kind.Values{}
				keep(t, &forgetful)
			}
			return nil
		}}},
		Shows: func(t *kind.Task) kind.Values {
			carried := kind.Values{}
			for id, s := range signals(t) {
				carried[id] = s.Data
			}
			return kind.Values{"data": hot.JSON(carried)}
		},
	}
}

// signal is what one signal said.
type signal struct {
	Status string `json:"status"`
	Reason string `json:"reason"`
	Data   any    `json:"data"`
}

func signals(t *kind.Task) map[string]signal {
	r := referred(t.Exchange, t.Stack, t.Resource.Properties["handle"])
	if r == nil {
		return nil
	}
	out := map[string]signal{}
	for id, one := range r.Metadata {
		out[id] = body.As[signal](one)
	}
	return out
}

// waiting are the properties of a wait condition; the time is in seconds.
type waiting struct {
	Timeout float64 `json:"timeout"`
	Count   int     `json:"count"`
}

func hasSignals(t *kind.Task) (bool, *kind.Failure) {
	p := body.As[waiting](t.Resource.Properties)
	var reasons, failed []string
	all := signals(t)
	for _, id := range hot.Keys(all) {
		if s := all[id]; s.Status == "SUCCESS" {
			reasons = append(reasons, s.Reason)
		} else {
			failed = append(failed, s.Reason)
		}
	}
	switch {
	case failed != nil:
		return false, kind.Failf("WaitConditionFailure", "%s", strings.Join(failed, ";"))
	case len(reasons) >= p.Count:
		return true, nil
	case !t.Now().Before(t.Resource.Since.Add(time.Duration(p.Timeout * float64(time.Second)))):
		text := fmt.Sprintf("%d of %d received", len(reasons), p.Count)
		if reasons != nil {
			text += " - " + strings.Join(reasons, ";")
		}
		return false, kind.Failf("WaitConditionTimeout", "%s", text)
	}
	return false, nil
}
