// Package compute is the mock's Nova: servers, key pairs, flavors, zones, limits and the log of actions on servers. Operations
// produce complete values: all fields of all microversions. The documents decide which of them are sent, and to whom (projection).
// Operations look at the microversion only if the meaning of a request, or of a single value, depends on it.
package compute

import (
	"sync"

	"plumbline/internal/openapi"
	"plumbline/mockcloud/internal/compute/actions"
	"plumbline/mockcloud/internal/compute/attachments"
	"plumbline/mockcloud/internal/compute/externalevents"
	"plumbline/mockcloud/internal/compute/flavors"
	"plumbline/mockcloud/internal/compute/hosts"
	"plumbline/mockcloud/internal/compute/keypairs"
	"plumbline/mockcloud/internal/compute/ports"
	"plumbline/mockcloud/internal/compute/proxies"
	"plumbline/mockcloud/internal/compute/quota"
	"plumbline/mockcloud/internal/compute/record"
	"plumbline/mockcloud/internal/compute/servergroups"
	"plumbline/mockcloud/internal/compute/servers"
	"plumbline/mockcloud/internal/compute/servers/consoles"
	"plumbline/mockcloud/internal/compute/servers/create"
	"plumbline/mockcloud/internal/compute/servers/deletion"
	"plumbline/mockcloud/internal/compute/servers/guest"
	"plumbline/mockcloud/internal/compute/servers/lock"
	"plumbline/mockcloud/internal/compute/servers/metadata"
	"plumbline/mockcloud/internal/compute/servers/move"
	"plumbline/mockcloud/internal/compute/servers/power"
	"plumbline/mockcloud/internal/compute/servers/rebuild"
	"plumbline/mockcloud/internal/compute/servers/rescue"
	"plumbline/mockcloud/internal/compute/servers/shelve"
	"plumbline/mockcloud/internal/compute/servers/snapshot"
	"plumbline/mockcloud/internal/compute/servers/tags"
	"plumbline/mockcloud/internal/compute/usage"
	"plumbline/mockcloud/internal/pipeline"
)

// New makes the service, with the quotas of most deployments. It fails if the documents cannot be read.
func New(env *pipeline.Env) (*pipeline.Service, error) {
	chain, err := env.Chain(openapi.Compute)
	if err != nil {
		return nil, err
	}
	svc := &pipeline.Service{
		Name: openapi.Compute, Prefix: "/compute", EmptyType: "application/json", Chain: chain, Roots: []string{"/v2.1", "/v2"},
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
