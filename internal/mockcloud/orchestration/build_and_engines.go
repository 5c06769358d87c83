package orchestration

import (
	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
)

// aboutOperationSet holds the operations that describe the service: its build, its engines and its version.
func aboutOperationSet() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"build-info.show":    {Answer: showBuild},
		"heat-services.list": {Answer: listEngines},
	}}
}

// build describes the running code.
type build struct {
	API    revision `json:"api"`
	Engine revision `json:"engine"`
}

type revision struct {
	Revision string `json:"revision"`
}

func showBuild(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Body(200, &build{revision{"unknown"}, revision{"unknown"}}), nil
}

// engine is a process that works on stacks.
type engine struct {
	ID             string  `json:"id"`
	Binary         string  `json:"binary"`
	Host           string  `json:"host"`
	Hostname       string  `json:"hostname"`
	EngineID       string  `json:"engine_id"`
	Topic          string  `json:"topic"`
	ReportInterval int     `json:"report_interval"`
	Created        string  `json:"created_at"`
	Updated        string  `json:"updated_at"`
	Deleted        *string `json:"deleted_at"`
	Status         string  `json:"status"`
}

// engineID is the id of the mock's only engine.
const engineID = "00000000-0000-4000-8000-000000000001"

func listEngines(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	const since = "2026-01-01T00:00:00.000000"
	return pipeline.Answer(200, "services", []engine{{
		ID: engineID, Binary: "heat-engine", Host: "controller", Hostname: "controller", EngineID: engineID, Topic: "engine",
		ReportInterval: 60, Created: since, Updated: since, Status: "up",
	}}), nil
}

// version is the only version of the API.
type version struct {
	ID     string          `json:"id"`
	Status string          `json:"status"`
	Links  []pipeline.Link `json:"links"`
}

// discover answers the list of versions at the root, which needs no token; every other path outside v1 is unknown.
func discover(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	if x.Path != "" && x.Path != "/" {
		return nil, faults.UnknownPath(x)
	}
	return pipeline.Answer(300, "versions", []version{{
		ID: "v1.0", Status: "CURRENT", Links: record.SelfLink(x.Root + record.Prefix + "/v1/"),
	}}), nil
}
