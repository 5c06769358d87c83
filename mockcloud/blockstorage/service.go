// Package blockstorage is the mock's block storage: Cinder v3 with its microversions, for what servers, stacks and
// stock clients need: volumes and what is on them, attachments, snapshots, types.
//
// # Fault rules
//
// Work that goes on after the answer, and the steps of it that a fault rule can name:
//
//	volumes.created      find a host · take what is on the source        a failure puts the volume into error
//	volumes.filled       write the image                                 likewise
//	volumes.reimaged     write the image                                 the volume goes into error, compute is not told
//	volumes.reimage-told tell compute                                    the event is never sent; "say that it failed" in
//	                                                                     its place sends it with status failed
//	volumes.deleted, volumes.extended, volumes.retyped, volumes.uploaded, snapshots.created, snapshots.deleted
package blockstorage

import (
	"fmt"
	"maps"
	"net/http"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// Prefix is where the service is mounted.
const Prefix = "/volume"

// largest is how many bytes a body may have.
const largest = 114688

// New makes the service. Its order of checks is Cinder's, as two faults at once show it: token, path, microversion,
// media type, action, body, project, version of the operation, schema, the thing itself, policy, state.
func New(env *pipeline.Env) (*pipeline.Service, error) {
	chain, err := env.Chain(openapi.BlockStorage)
	if err != nil {
		return nil, fmt.Errorf("block storage: %w", err)
	}
	return &pipeline.Service{
		Name:   openapi.BlockStorage,
		Prefix: Prefix,
		Chain:  chain,
		Roots:  []string{"/v3"},
		Stages: []pipeline.Stage{
			pipeline.Size(largest),
			pipeline.Token(),
			route(),
			pipeline.VolumeMicroversion(),
			mediaType(),
			decode(),
			pipeline.OwnProject(func(*pipeline.Exchange) *pipeline.Fault { return pipeline.BadRequest("Malformed request url") }),
			pipeline.Exists(),
			bodyOrNone(),
			formats(),
			pipeline.Schema(),
			pipeline.Find(),
			pipeline.Authorise(),
		},
		Outside:       discover,
		Render:        render,
		Violated:      violated,
		Headers:       headers,
		Lookups:       map[string]pipeline.Lookup{"volume_id": findVolume, "attachment_id": findAttachment, "snapshot_id": findSnapshot, "type_id": findType, "message_id": findMessage, "project_id": aimAtProject},
		Operations:    operations(),
		Async:         works(),
		ProjectInPath: false,
	}, nil
}

func operations() map[string]pipeline.Operation {
	all := map[string]pipeline.Operation{"versions.show": {Answer: showVersion}}
	for _, part := range []map[string]pipeline.Operation{
		volumeOperations, metadataOperations, statusOperations, sizeOperations, uploadOperations, imageMetadataOperations, reimageOperations,
		attachmentOperations, oldAttachOperations, snapshotOperations, typeOperations, aboutOperations, quotaOperations, messageOperations,
	} {
		for id, op := range part {
			if _, twice := all[id]; twice {
				panic("block storage: operation registered twice: " + id)
			}
			all[id] = op
		}
	}
	return all
}

func works() map[string]pipeline.Async {
	all := map[string]pipeline.Async{}
	for _, part := range []map[string]pipeline.Async{volumeWork, sizeWork, uploadWork, reimageWork, snapshotWork} {
		maps.Copy(all, part)
	}
	return all
}

// headers are the request's id, twice where the service's own code answers.
func headers(x *pipeline.Exchange, h http.Header) {
	id := []string{x.RequestID}
	h["X-Openstack-Request-Id"] = id
	if _, said := h["X-Compute-Request-Id"]; said {
		return
	}
	if x.Route != nil && x.Caller.Authenticated || x.Versioned == "" && strings.Trim(x.Path, "/") == "" {
		h["X-Compute-Request-Id"] = id
	}
}
