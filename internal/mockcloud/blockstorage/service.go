// Package blockstorage is the mock's block storage: Cinder v3 with its microversions, as far as servers, stacks and stock
// clients need it: volumes with their content, attachments, snapshots, types.
//
// # Fault rules
//
// Scheduled work, with the steps that a fault rule can name:
//
//	volumes.created      find a host · take what is on the source        a failure puts the volume into error
//	volumes.filled       write the image                                 likewise
//	volumes.reimaged     write the image                                 a failure puts the volume into error; compute gets no event
//	volumes.reimage-told tell compute                                    the event is never sent; "say that it failed" in
//	                                                                     its place sends it with status failed
//	volumes.deleted, volumes.extended, volumes.retyped, volumes.uploaded, snapshots.created, snapshots.deleted
//	volumes.migrated, volumes.reverted
//	volumes.managed, volumes.unmanaged, snapshots.managed, backups.created, backups.restored, backups.deleted
//	groups.created, groups.filled, group-snapshots.created               a failure puts the group or its snapshot into error
//	groups.updated, groups.deleted, group-snapshots.deleted
package blockstorage

import (
	"fmt"
	"net/http"
	"strings"

	"plumbline/internal/mockcloud/authtoken"
	"plumbline/internal/mockcloud/blockstorage/attachments"
	"plumbline/internal/mockcloud/blockstorage/backups"
	"plumbline/internal/mockcloud/blockstorage/groups"
	"plumbline/internal/mockcloud/blockstorage/groups/fromsource"
	"plumbline/internal/mockcloud/blockstorage/groupsnapshots"
	"plumbline/internal/mockcloud/blockstorage/grouptypes"
	"plumbline/internal/mockcloud/blockstorage/listing"
	"plumbline/internal/mockcloud/blockstorage/manage"
	"plumbline/internal/mockcloud/blockstorage/messages"
	"plumbline/internal/mockcloud/blockstorage/qos"
	"plumbline/internal/mockcloud/blockstorage/quotas"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/blockstorage/snapshots"
	"plumbline/internal/mockcloud/blockstorage/storage"
	"plumbline/internal/mockcloud/blockstorage/transfers"
	"plumbline/internal/mockcloud/blockstorage/volumes"
	"plumbline/internal/mockcloud/blockstorage/volumes/create"
	"plumbline/internal/mockcloud/blockstorage/volumes/deletion"
	"plumbline/internal/mockcloud/blockstorage/volumes/extend"
	"plumbline/internal/mockcloud/blockstorage/volumes/metadata"
	"plumbline/internal/mockcloud/blockstorage/volumes/migration"
	"plumbline/internal/mockcloud/blockstorage/volumes/oldattach"
	"plumbline/internal/mockcloud/blockstorage/volumes/reimage"
	"plumbline/internal/mockcloud/blockstorage/volumes/retype"
	"plumbline/internal/mockcloud/blockstorage/volumes/revert"
	"plumbline/internal/mockcloud/blockstorage/volumes/status"
	"plumbline/internal/mockcloud/blockstorage/volumes/upload"
	"plumbline/internal/mockcloud/blockstorage/volumetypes"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/pipeline/stages"
	"plumbline/internal/openapi"
)

// largest is the size of the largest body (bytes).
const largest = 114688

// New makes the service. The order of checks is Cinder's, found with requests that have two faults: token, path, microversion, media
// type, action, body, project, version of the operation, schema, look-up of the record, policy, state.
func New(env *pipeline.Env) (*pipeline.Service, error) {
	chain, err := env.Chain(openapi.BlockStorage)
	if err != nil {
		return nil, fmt.Errorf("block storage: %w", err)
	}
	svc := &pipeline.Service{
		Name: openapi.BlockStorage, Prefix: record.Prefix, Chain: chain, Roots: []string{"/v3"},
		Spelling: pipeline.Spelling{Slashes: true, Ending: ".json"},
		Stages: []pipeline.Stage{
			stages.Size(largest),
			stages.Token(authtoken.Refuse),
			route(),
			microversion(),
			mediaType(),
			decode(),
			stages.OwnProject(otherProject),
			stages.Exists(),
			bodyOrNone(),
			stages.Formats(),
			stages.AnswerFromKept(),
			stages.Schema(),
			stages.Find(),
			stages.Authorise(),
		},
		Discovery: discover, Render: render, Refused: policyFault, Violated: schemaFault, Headers: headers, ReadWith: readWith,
		Quotas: quotas.OfProject,
	}
	return svc.WithOperations(operations())
}

// operations are the same for all clouds of a process, and made once.
var operations = pipeline.UniteOnce(func() []pipeline.OperationSet {
	return []pipeline.OperationSet{
		versionOperationSet(), zoneOperationSet(), listing.Operations(), quotas.Operations(), quotas.ClassOperations(),
		storage.Operations(), storage.ClusterOperations(), storage.LogOperations(), storage.FreezeOperations(),
		volumetypes.Operations(), volumetypes.SpecOperations(), volumetypes.AccessOperations(), volumetypes.EncryptionOperations(),
		volumetypes.DefaultOperations(), qos.Operations(),
		grouptypes.Operations(), groups.Operations(), fromsource.Operations(), groupsnapshots.Operations(),
		messages.Operations(), snapshots.Operations(), snapshots.ActionOperations(), snapshots.MetadataOperations(), backups.Operations(),
		manage.Operations(), attachments.Operations(), transfers.Operations(),
		volumes.Operations(), create.Operations(), deletion.Operations(), metadata.Operations(),
		metadata.ImageOperations(), metadata.EncryptionOperations(), status.Operations(),
		extend.Operations(), retype.Operations(), reimage.Operations(), upload.Operations(), oldattach.Operations(),
		migration.Operations(), revert.Operations(),
	}
})

// headers sets the request's id, in two headers if the service's own code answers.
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
