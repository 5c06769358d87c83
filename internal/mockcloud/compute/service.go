// Package compute is the mock's Nova: servers, key pairs, flavors, zones, limits and the log of actions on servers. Operations
// produce complete values: all fields of all microversions. The documents decide which of them are sent, and to whom (projection).
// Operations look at the microversion only if the meaning of a request, or of a single value, depends on it.
package compute

import (
	"sync"

	"plumbline/internal/mockcloud/compute/actions"
	"plumbline/internal/mockcloud/compute/attachments"
	"plumbline/internal/mockcloud/compute/externalevents"
	"plumbline/internal/mockcloud/compute/flavors"
	"plumbline/internal/mockcloud/compute/hosts"
	"plumbline/internal/mockcloud/compute/keypairs"
	"plumbline/internal/mockcloud/compute/ports"
	"plumbline/internal/mockcloud/compute/proxies"
	"plumbline/internal/mockcloud/compute/quota"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/compute/servergroups"
	"plumbline/internal/mockcloud/compute/servers"
	"plumbline/internal/mockcloud/compute/servers/consoles"
	"plumbline/internal/mockcloud/compute/servers/create"
	"plumbline/internal/mockcloud/compute/servers/deletion"
	"plumbline/internal/mockcloud/compute/servers/guest"
	"plumbline/internal/mockcloud/compute/servers/lock"
	"plumbline/internal/mockcloud/compute/servers/metadata"
	"plumbline/internal/mockcloud/compute/servers/move"
	"plumbline/internal/mockcloud/compute/servers/power"
	"plumbline/internal/mockcloud/compute/servers/rebuild"
	"plumbline/internal/mockcloud/compute/servers/rescue"
	"plumbline/internal/mockcloud/compute/servers/shelve"
	"plumbline/internal/mockcloud/compute/servers/snapshot"
	"plumbline/internal/mockcloud/compute/servers/tags"
	"plumbline/internal/mockcloud/compute/usage"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// New makes the service, with the quotas of most deployments. It fails if the documents cannot be read.
func New(env *pipeline.Env) (*pipeline.Service, error) {
	chain, err := env.Chain(openapi.Compute)
	if err != nil {
		return nil, err
	}
	svc := &pipeline.Service{
		Name: openapi.Compute, Prefix: "/compute", EmptyType: "application/json", Chain: chain,
		Roots: []string{"/v2.1", "/v2"}, Spelling: pipeline.Spelling{Slashes: true},
		Stages: checks(), Discovery: answerUnversioned, LegacyVersionHeader: "X-OpenStack-Nova-API-Version", ReadWith: readWith,
		Quotas: quota.Defaults().OfProject,
		Render: render, Refused: policyFault, Violated: schemaFault, Unexpected: record.UnexpectedText, Headers: headers,
	}
	return svc.WithOperations(operations())
}

// operations are the same for all clouds of a process, and made once.
var operations = sync.OnceValues(func() (pipeline.OperationSet, error) {
	extensions, err := extensionOperationSet()
	if err != nil {
		return extensions, err
	}
	limits := quota.Defaults()
	return pipeline.Unite(
		versionOperationSet(), extensions, limitOperationSet(limits),
		servers.Operations(), create.Operations(limits), rebuild.Operations(limits), deletion.Operations(), power.Operations(),
		lock.Operations(), shelve.Operations(),
		rescue.Operations(), move.Operations(limits), snapshot.Operations(limits), guest.Operations(), consoles.Operations(),
		metadata.Operations(limits), tags.Operations(),
		actions.Operations(), attachments.Operations(), ports.Operations(), externalevents.Operations(),
		servergroups.Operations(limits), quota.Operations(limits),
		keypairs.Operations(limits), flavors.Operations(),
		hosts.AggregateOperations(), hosts.HypervisorOperations(), hosts.ServiceOperations(), hosts.ZoneOperations(),
		hosts.HostOperations(), usage.Operations(),
		proxies.Operations(limits),
	)
})
