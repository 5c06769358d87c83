package storage

import (
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// clusters is the first microversion in which clusters can be frozen, thawed and told to fail over.
var clusters = openapi.MustVersion("3.26")

// freezing holds the values that the steps of a request to freeze, thaw or fail over share.
type freezing struct {
	Request struct {
		Host    body.Opt[string] `json:"host"`
		Cluster body.Opt[string] `json:"cluster"`
	} `body:""`
	service state.VolumeService
}

// FreezeOperations holds the operations that freeze and thaw services, and those that let them use another storage. The storage is not
// replicated: no service can do that.
func FreezeOperations() pipeline.OperationSet {
	find := pipeline.StepOf[freezing]{Name: "find the service", Run: findService}
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"services.freeze": freezes(find, true), "services.thaw": freezes(find, false),
		"services.failover-host": pipeline.OperationOf[freezing]{
			Steps: []pipeline.StepOf[freezing]{
				{Name: "find the service", Run: func(_ *pipeline.Exchange, w *freezing) *pipeline.Fault {
					w.Request.Cluster = body.Opt[string]{}
					return w.find("Host field is missing.")
				}},
				{Name: "the service is replicated", Run: isReplicated},
			},
			Answer: record.Accepted[freezing],
		}.Operation(),
		"services.failover": pipeline.OperationOf[freezing]{
			Steps:  []pipeline.StepOf[freezing]{find, {Name: "the service is replicated", Run: isReplicated}},
			Answer: record.Accepted[freezing],
		}.Operation(),
	}}
}

func findService(x *pipeline.Exchange, w *freezing) *pipeline.Fault {
	if x.Version.AtLeast(clusters) {
		return w.find("One and only one of cluster and host must be set.")
	}
	w.Request.Cluster = body.Opt[string]{}
	return w.find("Host field is missing.")
}

// find finds the service that has the volumes, by its host with or without the name of the storage. There are no clusters.
func (w *freezing) find(refusal string) *pipeline.Fault {
	host, cluster := w.Request.Host.Or(""), w.Request.Cluster.Or("")
	if (host == "") == (cluster == "") {
		return record.InvalidInput("%s", refusal)
	}
	if cluster != "" {
		return pipeline.BadRequest("No service found with cluster=%s", cluster)
	}
	for _, p := range parts {
		on, _, _ := strings.Cut(p.Host, "@")
		if p.Binary == volumeBinary && (p.Host == host || on == host) {
			w.service = p
			return nil
		}
	}
	return pipeline.BadRequest("No service found with host=%s", host)
}

func isReplicated(_ *pipeline.Exchange, w *freezing) *pipeline.Fault {
	return record.InvalidInput("No service could be changed: replication_status in ['%s'] must be ['enabled', 'failed-over'] and must be up "+
		"to failover.", w.service.Host)
}

// freezes makes the operation that freezes a service, or thaws it. A service that is frozen rests; one that is thawed works, whatever
// let it rest before.
func freezes(find pipeline.StepOf[freezing], frozen bool) pipeline.Operation {
	before, reason := "False", "frozen"
	if !frozen {
		before, reason = "True", ""
	}
	return pipeline.OperationOf[freezing]{
		Steps: []pipeline.StepOf[freezing]{
			find,
			{Name: "it is not so already", Run: func(x *pipeline.Exchange, w *freezing) *pipeline.Fault {
				if part(x, w.service).Frozen == frozen {
					return record.InvalidInput("No service could be changed: frozen in ['%s'] must be %s to failover.", w.service.Host, before)
				}
				return nil
			}},
			{Name: "set the state", Run: func(x *pipeline.Exchange, w *freezing) *pipeline.Fault {
				after := part(x, w.service)
				after.Frozen, after.Disabled, after.Reason = frozen, frozen, &reason
				state.VolumeServices.Insert(x.Txn, &after)
				return nil
			}},
		},
		Answer: record.AnswerEmpty[freezing],
	}.Operation()
}
