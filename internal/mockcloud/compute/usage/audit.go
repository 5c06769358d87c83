package usage

import (
	"fmt"
	"strings"
	"time"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// audit is the state of the audit of a period. The mock's hosts never audit, which is the default of an installation (nova,
// instance_usage_audit); periods are months (instance_usage_audit_period).
type audit struct {
	Begin       string   `json:"period_beginning"`
	End         string   `json:"period_ending"`
	Hosts       int      `json:"num_hosts"`
	Done        int      `json:"num_hosts_done"`
	Running     int      `json:"num_hosts_running"`
	NotRun      int      `json:"num_hosts_not_run"`
	HostsNotRun []string `json:"hosts_not_run"`
	Instances   int      `json:"total_instances"`
	Errors      int      `json:"total_errors"`
	Overall     string   `json:"overall_status"`
	Log         struct{} `json:"log"`
}

func showAudit(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	text := x.Params.Get("before")
	form := "2006-01-02 15:04:05"
	if strings.Contains(text, ".") {
		form += ".000000"
	}
	before, err := time.Parse(form, text)
	if err != nil {
		return nil, pipeline.BadRequest("Invalid timestamp for date %s", text)
	}
	return pipeline.Answer(200, "instance_usage_audit_log", auditAt(x, before)), nil
}

// auditAt is the audit of the last month that had ended at the given time.
func auditAt(x *pipeline.Exchange, before time.Time) *audit {
	before = before.UTC()
	end := time.Date(before.Year(), before.Month(), 1, 0, 0, 0, 0, time.UTC)
	const form = "2006-01-02 15:04:05"
	a := &audit{Begin: end.AddDate(0, -1, 0).Format(form), End: end.Format(form), HostsNotRun: []string{}}
	for h := range state.Hosts.All(x.Txn) {
		a.HostsNotRun = append(a.HostsNotRun, h.Name)
	}
	a.Hosts, a.NotRun = len(a.HostsNotRun), len(a.HostsNotRun)
	a.Overall = fmt.Sprintf("0 of %d hosts done. 0 errors.", a.Hosts)
	return a
}
