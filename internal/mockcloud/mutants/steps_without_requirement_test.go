package mutants

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// noStep are steps without a requirement of their own, with the reason.
var noStep = func() map[string]string {
	out := map[string]string{
		"servers.create/make the servers":                    "without it every set-up ends in error, which proves nothing",
		"servers.shelve/begin to shelve":                     "without it every set-up ends in error, which proves nothing",
		"servers.shelve-offload/begin to offload":            "without it every set-up ends in error, which proves nothing",
		"servers.start/begin":                                "rows ask only for what is refused before it",
		"limits.show/another project needs an administrator": "rows ask for the limits of their own project",
		"servers.list/all projects need an administrator":    "the rule that it asks is broken instead",
		"servers.list/filters":                               "rows about lists look at headers and at what queries are refused",
		"servers.list/fields that may be filtered by":        "rows about lists look at headers and at what queries are refused",
		"servers.list/times":                                 "rows about lists look at headers and at what queries are refused",
		"servers.list/deleted servers":                       "rows about lists look at headers and at what queries are refused",
		"servers.list/sort keys":                             "rows about lists look at headers and at what queries are refused",
		"servers.list/marker exists":                         "rows about lists look at headers and at what queries are refused",
		"servers.list/sort directions":                       "rows about lists look at headers and at what queries are refused",
		"servers.list/status exists":                         "rows about lists look at headers and at what queries are refused",
	}
	for _, name := range []string{
		"network connections make sense", "one server for one address, port or host name",
		"boot order", "counts", "disks can be read", "disks go with the request", "flavor exists", "hints", "image exists",
		"image suits the flavor", "key pair of the caller", "local disks fit the flavor", "metadata quota", "networks exist",
		"personality quota", "quota", "security groups exist", "something to boot from", "volumes are of the server's zone", "volumes exist",
		"what disks are made from",
	} {
		out["servers.create/"+name] = "specifications are about where a new server goes, not about this check"
	}
	for _, unruled := range []map[string][]string{unruledWork, unruledChecks} {
		for why, steps := range unruled {
			for _, step := range steps {
				out[step] = why
			}
		}
	}
	return out
}()

// unruledWork are the steps of work that is due, by the reason why no requirement is about them.
var unruledWork = map[string][]string{
	"without it no set-up comes to its end, which proves nothing": {
		"servers.built/find a host", "servers.built/give it its ports", "servers.built/make the volumes", "servers.built/run",
		"servers.built.volumes/volumes are made", "servers.built.attached/attach the volumes", "servers.built.attached/run",
		"servers.shelved/shelve", "servers.offloaded/take the server off its host", "servers.rebuild.spawn/begin to spawn",
		"servers.volume-attached/connect the volume", "servers.volume-attached/volume is in use",
		"servers.start.done/finish", "servers.stop.done/finish", "servers.reboot.done/finish", "servers.pause.done/finish",
		"servers.unpause.done/finish", "servers.suspend.done/finish", "servers.resume.done/finish",
		"volumes.created/find a host", "volumes.created/take what is on the source", "volumes.filled/unpack the image",
		"volumes.filled/write the image",
		"volumes.uploaded/write the image", "snapshots.created/take the snapshot",
		"stacks.creating/go on with each resource", "stacks.updating/go on with each resource", "stacks.acting/go on with each resource",
		"stacks.adopting/go on with each resource", "stacks.restoring/go on with each resource", "stacks.rolling-back/go on with each resource",
		"stacks.snapshotting/go on with each resource",
	},
	"specifications are not about how things go away": {
		"servers.deleted/shut it down", "servers.deleted/take the attachments of its volumes away", "servers.deleted/take the server away",
		"servers.deleted/delete the volumes that die with it", "servers.volume-detached/take the attachment away",
		"volumes.deleted/delete the volume", "snapshots.deleted/delete the snapshot", "stacks.deleting/go on with each resource",
	},
	"no specification says that a shelved server keeps its volumes": {"servers.offloaded/keep its volumes for it"},
	"how long a shelved server rests is the deployment's choice":    {"servers.rested/offload what has rested long enough"},
	"what the list of actions and the notifications tell of a rebuild is asked where the driver rebuilds": {
		"servers.rebuild.end/notify", "servers.rebuild.end/record the event", "servers.rebuild.reserve/record that it was scheduled",
		"servers.rebuild.reimaged/begin to map the volumes", "servers.volume-attached/record the event",
	},
	"no specification is about it: sessions hold it against a real cloud": {
		"groups.created/find a host", "groups.filled/copy the volumes", "groups.updated/move the volumes",
		"groups.deleted/delete the volumes", "groups.deleted/delete the group",
		"group-snapshots.created/take the snapshots", "group-snapshots.deleted/delete the snapshots",
		"interfaces.detached/detach the port", "servers.backed-up/copy the disk", "servers.backed-up/delete the oldest",
		"servers.live-migrated/move it", "servers.password-set/set the password",
		"servers.rescued/boot the rescue image", "servers.resize-confirmed/confirm",
		"servers.resize-reverted/go back", "servers.resized/move it", "servers.snapshot-taken/copy the disk",
		"servers.unrescued/boot its own disk", "servers.create/quota of the server group",
	},
	"no specification is about it: tests of compute have a table of exchanges": {
		"servers.evacuated/rebuild it there", "servers.reclaimed/delete what nobody wanted back", "servers.restored/bring it back",
		"servers.soft-deleted/turn it off and keep it",
	},
	"no specification is about it: sessions and the tests of a stock client look at it": {
		"backups.create/back up", "backups.create/find the parent", "backups.create/find the volume", "backups.create/quota",
		"backups.create/the source is ready", "backups.created/back up", "backups.delete/delete the backup",
		"backups.deleted/delete the backup", "backups.force-delete/delete the backup", "backups.import/know the backup again",
		"backups.reset-status/set the status", "backups.restore/find the volume", "backups.restore/restore",
		"backups.restore/the backup is available", "backups.restored/restore", "backups.update/change the backup",
		"manageable-snapshots.manage/manage the snapshot", "manageable-volumes.manage/find the type",
		"manageable-volumes.manage/a host is named", "manageable-volumes.manage/manage the volume",
		"manageable-volumes.manage/the host is there", "qos-specs.create/the specs are texts", "volume-manage.manage/a host is named",
		"clusters.disable/find the cluster", "clusters.enable/find the cluster", "workers.clean-up/there is something to clean up",
		"services.set-log/set the levels", "services.set-log/the level is known",
		"cgsnapshots.delete/the storage is not frozen", "group-snapshots.delete/the storage is not frozen",
		"hosts.update/the host is there", "hosts.update/the settings are known",
		"services.failover-host/find the service", "services.failover-host/the service is replicated",
		"services.failover/find the service", "services.failover/the service is replicated",
		"services.freeze/find the service", "services.freeze/it is not so already", "services.freeze/set the state",
		"services.thaw/find the service", "services.thaw/it is not so already", "services.thaw/set the state",
		"cgsnapshots.create/find the group", "cgsnapshots.create/quota", "cgsnapshots.create/take the snapshot",
		"cgsnapshots.create/the group has volumes", "cgsnapshots.create/the volumes can be copied",
		"cgsnapshots.delete/delete the snapshot", "cgsnapshots.delete/the snapshot can go",
		"consistencygroups.create-from-source/create the group", "consistencygroups.create-from-source/create the volumes",
		"consistencygroups.create-from-source/find the source", "consistencygroups.create-from-source/quota",
		"consistencygroups.create-from-source/there is a host",
		"consistencygroups.create/create the group", "consistencygroups.create/find the type",
		"consistencygroups.create/find the types of the volumes", "consistencygroups.create/quota", "consistencygroups.create/the zone is there",
		"consistencygroups.delete/delete the group", "consistencygroups.delete/the group can go",
		"consistencygroups.delete/the volumes can go",
		"consistencygroups.put/change the group", "consistencygroups.put/something changes", "consistencygroups.put/something is given",
		"consistencygroups.put/the volumes can be added", "consistencygroups.put/the volumes can be removed",
		"consistencygroups.put/what changes",
		"consistencygroups.remove/delete the group", "consistencygroups.remove/the group can go", "consistencygroups.remove/the volumes can go",
		"consistencygroups.update/change the group", "consistencygroups.update/something changes", "consistencygroups.update/something is given",
		"consistencygroups.update/the volumes can be added", "consistencygroups.update/the volumes can be removed",
		"consistencygroups.update/what changes",
		"groups.create-from-source/no consistency group", "group-snapshots.create/no consistency group",
		"group-snapshots.delete/no consistency group",
		"group-snapshots.create/find the group", "group-snapshots.create/quota", "group-snapshots.create/take the snapshot",
		"group-snapshots.create/the group has volumes", "group-snapshots.create/the volumes can be copied",
		"group-snapshots.delete/delete the snapshot", "group-snapshots.delete/the snapshot can go", "group-snapshots.reset-status/set the status",
		"groups.create-from-source/create the group", "groups.create-from-source/create the volumes", "groups.create-from-source/find the source",
		"groups.create-from-source/quota", "groups.create-from-source/there is a host",
		"groups.create/create the group", "groups.create/find the types", "groups.create/quota", "groups.create/the zone is there",
		"groups.delete/delete the group", "groups.delete/no consistency group", "groups.delete/the group can go",
		"groups.delete/the volumes can go", "groups.disable-replication/the group is replicated",
		"groups.enable-replication/the group is replicated", "groups.failover-replication/the group is replicated",
		"groups.list-replication-targets/the group is replicated", "groups.reset-status/set the status",
		"groups.update/change the group", "groups.update/no consistency group", "groups.update/something changes",
		"groups.update/the volumes can be added", "groups.update/the volumes can be removed", "groups.update/what changes",
		"group-types.delete/no group has the type", "snapshots.force-delete/no part of a group",
		"group-specs.create/add the specs", "group-specs.delete/delete the spec", "group-specs.update/set the spec",
		"group-types.create/create the group type", "group-types.delete/delete the group type", "group-types.update/change the group type",
		"qos-specs.associate/give the type the specs", "qos-specs.create/create the specs", "qos-specs.delete-keys/delete the keys",
		"qos-specs.delete/delete the specs", "qos-specs.disassociate-all/take the specs from all types",
		"qos-specs.disassociate/take the specs from the type", "qos-specs.update/change the specs",
		"quota-classes.update/change the quota", "services.disable-log-reason/set the state", "services.disable/set the state",
		"services.enable/set the state", "snapshot-manage.manage/manage the snapshot", "snapshot-metadata.create/add the metadata",
		"snapshot-metadata.delete/remove the item", "snapshot-metadata.delete/the item is there",
		"snapshot-metadata.replace/replace the metadata", "snapshot-metadata.update/set the item", "snapshots.force-delete/delete the snapshot",
		"snapshots.managed/find the snapshot in the storage", "snapshots.unmanage/forget the snapshot",
		"snapshots.update-status/set the status", "snapshots.update-status/the status may follow",
		"type-access.add/give the project access", "type-access.add/the type is not public", "type-access.remove/take the access away",
		"type-access.remove/the type is not public", "type-encryption.create/encrypt volumes of the type",
		"type-encryption.create/no volume has the type", "type-encryption.delete/encrypt no more",
		"type-encryption.delete/no volume has the type", "type-encryption.update/change the encryption",
		"type-encryption.update/no volume has the type", "type-specs.delete/delete the spec",
		"type-specs.delete/no volume has the type", "type-specs.update/no volume has the type", "type-specs.update/set the spec",
		"volume-manage.manage/find the type", "volume-manage.manage/manage the volume", "volume-manage.manage/the host is there",
		"volumes.managed/find the volume in the storage", "volumes.unmanage/forget the volume", "volumes.unmanaged/forget the volume",
	},
	"no specification is about it: tests of block storage have a table of exchanges": {
		"default-types.set/choose the type", "default-types.unset/forget the choice",
		"volumes.complete-migration/find the new volume", "volumes.complete-migration/neither is on its way",
		"volumes.complete-migration/the attachments can change", "volumes.complete-migration/the new volume is attached instead",
		"volumes.force-detach/detach the volume", "volumes.force-detach/not in maintenance",
		"volumes.force-detach/the attachment is known", "volumes.force-detach/the attachment is not used",
		"volumes.force-detach/the connection is not used", "volumes.migrate/move the volume", "volumes.migrate/one target",
		"volumes.migrate/the target is there", "volumes.migrate/the volume can be moved", "volumes.migrated/move the volume",
		"volumes.revert/both are at rest", "volumes.revert/find the latest snapshot",
		"volumes.revert/it is the one that is named", "volumes.revert/set the volume back", "volumes.reverted/write the snapshot",
		"os-volume-transfer.accept/quota", "os-volume-transfer.accept/take the volume",
		"os-volume-transfer.accept/the key is right", "os-volume-transfer.accept/the volume can be taken",
		"os-volume-transfer.create/find the volume", "os-volume-transfer.create/offer the volume",
		"os-volume-transfer.create/the volume can be offered", "os-volume-transfer.delete/take the offer back",
		"volume-transfers.accept/quota", "volume-transfers.accept/take the volume", "volume-transfers.accept/the key is right",
		"volume-transfers.accept/the volume can be taken", "volume-transfers.create/find the volume",
		"volume-transfers.create/offer the volume", "volume-transfers.create/the volume can be offered",
		"volume-transfers.delete/take the offer back",
	},
	"no scenario asks for it":                  {"volumes.retyped/change the type"},
	"scenarios use it to make a volume larger": {"volumes.extended/extend the volume"},
	"scenarios use it to see that a pin lasts": {
		"servers.migrate-live/begin to migrate", "servers.migrate-live/host is there",
		"servers.migrate-live/nobody can be forced to a host that is not named",
		"servers.migrate/begin to migrate", "servers.migrate/host is another one",
	},
}

// unruledChecks are steps without a requirement of operations that have others with one.
var unruledChecks = map[string][]string{
	"the compute service asks for it in its own name, and always rightly": {
		"attachments.complete/find the volume", "attachments.update/the connector names a host", "attachments.update/the volume can be connected",
		"volumes.reimage/may write the image",
	},
	"the compute service looks at the image before, and refuses": {"volumes.reimage/the image is there", "volumes.reimage/the image fits"},
	"specifications are not about taking a volume away":          {"attachments.delete/compute does not use it"},
	"scenarios use it to put a volume into a state":              {"volumes.reset-status/the status can be set"},
	"rows about an update of a server ask what its answer tells of the pin": {
		"servers.update/change what is given", "servers.update/zone is the pinned one, or the current one of a server without a pin",
	},
	"requirements are about what is refused before it": {
		"stack-resources.mark-unhealthy/mark the resource", "stack-snapshots.create/begin the snapshot",
		"software-configs.create/make the configuration", "software-configs.delete/delete the configuration",
		"software-deployments.create/deploy the configuration", "software-deployments.update/change the deployment",
		"software-deployments.delete/delete the deployment",
		"stack-snapshots.delete/delete the snapshot", "stack-snapshots.restore/begin to restore",
		"stacks.abandon/export the stack", "stacks.abandon/forget the stack", "stacks.cancel-update/cancel the update",
		"stacks.cancel-without-rollback/cancel the update",
		"stacks.delete/begin to delete the stack", "stacks.patch/begin to update the stack", "stacks.update/begin to update the stack",
	},
	"the lock is not about what is in a template": {
		"stacks.patch/read the template", "stacks.patch/bind the parameters", "stacks.patch/validate the resources",
		"stacks.update/read the template", "stacks.update/bind the parameters", "stacks.update/validate the resources",
	},
	"scenarios signal resources that are there and take signals": {
		"signals.deliver/find the resource", "signals.deliver/refuse what cannot be signalled",
		"stack-resources.signal/find the resource", "stack-resources.signal/refuse what cannot be signalled",
	},
}

// furniture are the operations of the services around compute that no requirement is about: set-ups and stock clients use them.
var furniture = []string{
	"attachments.create", "messages.delete", "quotas.delete", "quotas.update", "snapshots.create", "snapshots.delete",
	"snapshots.reset-status", "snapshots.update",
	"type-specs.create", "types.create", "types.delete", "types.update", "volume-metadata.create", "volume-metadata.delete",
	"volume-metadata.replace",
	"volume-metadata.update", "volumes.attach", "volumes.begin-detaching", "volumes.connect", "volumes.create",
	"volumes.delete", "volumes.detach",
	"volumes.disconnect", "volumes.extend", "volumes.force-delete", "volumes.reserve", "volumes.retype",
	"volumes.roll-detaching", "volumes.set-bootable",
	"volumes.set-image-metadata", "volumes.set-readonly", "volumes.unreserve", "volumes.unset-image-metadata",
	"volumes.update", "volumes.upload",
	"stacks.create", "stacks.preview", "stacks.preview-patch", "stacks.preview-update", "templates.validate",
}

func TestEachStepThatScenariosReachIsForARequirementOrSaysWhyNot(t *testing.T) {
	scenarios, err := features.Scenarios()
	require.NoError(t, err)
	ops := map[string]bool{}
	for _, s := range scenarios {
		for _, op := range s.Ops {
			ops[op] = true
		}
	}
	seen, known := map[string]bool{}, []string{}
	for _, service := range []openapi.Service{openapi.Compute, openapi.BlockStorage, openapi.Orchestration} {
		b, err := newBook(openapi.Specified, service)
		require.NoError(t, err)
		kinds := slices.Collect(maps.Keys(b.service.Async))
		for op := range b.service.Operations {
			known = append(known, op)
			if ops[op] || service != openapi.Compute && !slices.Contains(furniture, op) {
				kinds = append(kinds, op)
			}
		}
		for _, op := range kinds {
			for _, s := range b.table(op) {
				ref := pipeline.StepRef{Operation: op, Step: s.Name}
				id := op + "/" + s.Name
				has := len(requirementsOf(ref, s)) > 0
				_, excused := noStep[id]
				seen[id] = true
				assert.NotEqual(t, has, excused, id)
			}
		}
	}
	for id := range noStep {
		assert.True(t, seen[id], "%s is no step", id)
	}
	assert.Subset(t, known, furniture)
}
