package storage

import (
	"maps"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// clusterReplication is the first microversion in which clusters say how they are replicated.
var clusterReplication = openapi.MustVersion("3.26")

// switching holds the values that the steps of a request to let a cluster work or rest share.
type switching struct {
	Request struct {
		Name   string           `json:"name"`
		Binary body.Opt[string] `json:"binary"`
	} `body:""`
}

// ClusterOperations holds the operations on clusters of services, and the one that cleans up after services. The mock has no clusters,
// and its services leave nothing behind.
func ClusterOperations() pipeline.OperationSet {
	turn := pipeline.OperationOf[switching]{
		Formats: mayFirst[switching],
		Steps: []pipeline.StepOf[switching]{{Name: "find the cluster", Run: func(_ *pipeline.Exchange, w *switching) *pipeline.Fault {
			return noCluster(w.Request.Name, w.Request.Binary.Or("cinder-volume"))
		}}},
		Answer: record.AnswerEmpty[switching],
	}.Operation()
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"clusters.list": {Answer: listClusters}, "clusters.detail": {Answer: listClusters},
		"clusters.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return nil, noCluster(x.Params.Get("cluster_name"), "cinder-volume")
		}},
		"clusters.enable": turn, "clusters.disable": turn,
		"workers.clean-up": pipeline.OperationOf[cleaning]{
			Steps: []pipeline.StepOf[cleaning]{{Name: "there is something to clean up", Run: somethingToCleanUp}},
			Answer: func(*pipeline.Exchange, *cleaning) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Body(202, &openapi.Fields{{Name: "cleaning", Value: []any{}}, {Name: "unavailable", Value: []any{}}}), nil
			},
		}.Operation(),
	}}
}

func noCluster(name, binary string) *pipeline.Fault {
	return pipeline.NotFound("Cluster {'binary': '%s', 'name': '%s'} could not be found.", binary, name)
}

// listClusters lists no clusters: it refuses filters that it does not know.
func listClusters(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	known := []string{"name", "binary", "is_up", "disabled", "num_hosts", "num_down_hosts"}
	if x.Version.AtLeast(clusterReplication) {
		known = append(known, "replication_status", "frozen", "active_backend_id")
	}
	var strange []string
	for _, key := range slices.Sorted(maps.Keys(x.Request.URL.Query())) {
		if !slices.Contains(known, key) {
			strange = append(strange, key)
		}
	}
	if strange != nil {
		return nil, record.InvalidInput("Invalid filter keys: %s", strings.Join(strange, ", "))
	}
	for _, key := range []string{"is_up", "disabled", "frozen"} {
		if _, f := record.Flag(x, key); f != nil {
			return nil, f
		}
	}
	return pipeline.Answer(200, "clusters", []any{}), nil
}

// cleaning holds the values that the steps of workers.clean-up share.
type cleaning struct {
	Request struct {
		ResourceID body.Opt[string] `json:"resource_id"`
		Kind       body.Opt[string] `json:"resource_type"`
	} `body:""`
}

// somethingToCleanUp refuses to clean up after a resource whose kind it would have to look up: nothing was left.
func somethingToCleanUp(_ *pipeline.Exchange, w *cleaning) *pipeline.Fault {
	kind := w.Request.Kind.Or("")
	if kind != "" {
		kind = strings.ToUpper(kind[:1]) + strings.ToLower(kind[1:])
	}
	switch id := w.Request.ResourceID.Or(""); {
	case kind != "" && kind != "Volume" && kind != "Snapshot":
		return record.InvalidInput("Resource type %s not valid, must be Snapshot or Volume", kind)
	case id != "" && kind == "":
		return record.InvalidInput("('There is no resource with UUID %%s pending cleanup.', '%s')", id)
	}
	return nil
}
