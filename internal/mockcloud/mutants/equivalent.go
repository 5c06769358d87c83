package mutants

import (
	"fmt"
	"maps"
	"strings"
)

// equivalent are the mutants that cannot be distinguished from the mock, by id, with the reason.
var equivalent = reasons()

// left are the fields of a server that are unchanged at the beginning of a rebuild.
var left = []string{
	"OS-EXT-AZ:availability_zone", "OS-EXT-SRV-ATTR:host", "OS-EXT-SRV-ATTR:hypervisor_hostname", "OS-EXT-SRV-ATTR:instance_name",
	"OS-EXT-SRV-ATTR:kernel_id", "OS-EXT-SRV-ATTR:launch_index", "OS-EXT-SRV-ATTR:ramdisk_id", "OS-EXT-SRV-ATTR:reservation_id",
	"OS-EXT-SRV-ATTR:root_device_name", "OS-EXT-STS:power_state", "OS-EXT-STS:vm_state", "OS-SRV-USG:launched_at", "OS-SRV-USG:terminated_at",
	"addresses", "config_drive", "created", "flavor", "hostId", "host_status", "id", "links", "locked", "locked_reason",
	"os-extended-volumes:volumes_attached", "pinned_availability_zone", "progress", "scheduler_hints", "security_groups",
	"server_groups", "tags", "tenant_id", "user_id",
}

func reasons() map[string]string {
	out := maps.Clone(single)
	for _, field := range left {
		out["response/servers.rebuild/"+field+".stale"] = "a rebuild that begins leaves the field as it is: before and after are the same"
	}
	for _, field := range []string{"id", "addresses", "user_id"} {
		out["response/servers.show/"+field+".stale"] = "a rebuild leaves the field as it is: before and after are the same"
	}
	for _, at := range []string{
		"servers.unshelve/%s@2.1", "servers.unshelve/%s@2.77", "servers.unshelve/%s@2.91",
		"stacks.lock/%s@", "stacks.unlock/%s@",
	} {
		operation, _, _ := strings.Cut(at, "/")
		_, action, _ := strings.Cut(operation, ".")
		for _, name := range []string{"additionalProperties-allowed", "type-dropped", action + ".required-dropped"} {
			out["request/"+fmt.Sprintf(at, name)] = "what is no object with one key, which is an action, is refused before the schema is asked"
		}
	}
	for _, at := range []string{"2.1", "2.51", "2.76", "2.82", "2.93"} {
		out["request/server-external-events.create/name/type-dropped@"+at] = "the values that it may have are listed, and all are texts"
	}
	for _, action := range []string{"suspend", "resume", "check"} {
		out["steps/stacks."+action+
			"/refuse what the lock forbids/swapped"] = "a stack has no such action under way while it, one around it or one " +
			"inside it is locked, and none can begin"
	}
	for _, state := range []string{"rescued", "resized", "soft-delete", "deleted"} {
		out["states/servers.rebuild/"+state+".allowed"] = "no request takes a server of the mock into this state"
	}
	return out
}

var single = map[string]string{
	"request/stacks.unlock/unlock.additionalProperties-allowed@": "no property at all is let in, whatever its name",
	"decisions/LCK-50.signal=proceeds": "while a stack is " +
		"being locked the group inside is being locked, too, and drops the signal by the row of its own state",
	"request/stacks.lock/lock.level.type-dropped@": "the two values that " +
		"it may have are listed, and both are texts",
	"request/reimage_boot_volume/anyOf.1.type-dropped@2.93": "the values of this " +
		"alternative are listed, and all are texts",
	"request/servers.unshelve/unshelve.nullable-dropped@2.1": "nothing is said of " +
		"its type, so that null is let in as it is",
	"steps/servers.unshelve/quota/swapped": "the quota is looked " +
		"at for offloaded servers, the other check refuses servers that are not",
	"steps/servers.rebuild/writing to a volume is asked of a server that boots from " +
		"one/swapped": "one refuses servers that boot from an image, the other servers that boot from a volume",
	"steps/servers.rebuild/no other image that is not written/swapped": "one refuses where the volume is not " +
		"to be written, the other where it is",
	"steps/servers.rebuild/host can rebuild from a volume/swapped": "both refuse with 400, and the " +
		"specification does not say what the fault says nor which comes first",
	"steps/servers.rebuild/block storage can write to a reserved volume/swapped": "both refuse with 400, and the " +
		"specification does not say what the fault says nor which comes first",
	"steps/stacks.lock/refuse what the lock forbids/swapped": "both refuse with the same status and the same " +
		"words, in different states",
	"steps/stacks.lock/refuse what is inside a locked stack/swapped":   "both refuse with the same status and the same words",
	"steps/stacks.unlock/refuse what is inside a locked stack/swapped": "both refuse with the same status and the same words",
	"steps/stacks.unlock/refuse what the lock forbids/swapped":         "both refuse with the same status and the same words",
	"steps/stack-snapshots.create/refuse what the lock forbids/swapped": "a stack that is locked, or inside of a locked " +
		"one, has nothing else under way; around a locked one both refuse with 409",
	"steps/volumes.reimage/one attachment at most/dropped": "a volume that another server has as well cannot be " +
		"reserved by a rebuild, and the next check refuses what is not reserved",
	"steps/volumes.reimage/one attachment at most/status-400": "the compute service tells a refusal from an answer, and " +
		"not one refusal from another",
	"steps/volumes.reimage/the status allows it/dropped": "a rebuild has reserved the volume; one that it cannot " +
		"reserve has several attachments, which is refused before",
	"states/servers.rebuild/shelved.allowed": "a shelved server leaves its host at once here: as long as it " +
		"is shelved it is busy as well, which is refused with the same status",
	"request/OS-DCF:diskConfig/type-dropped@2.1": "the two values that it may have are listed, and both are texts",
	"request/description/type-dropped@2.19":      "both parts of its allOf say the same",
	"request/description/nullable-dropped@2.19":  "both parts of its allOf allow null, and that decides",
	"request/hostname/minLength-1@2.90":          "its pattern wants two characters, too",
	"request/preserve_ephemeral/anyOf.1.type-dropped@2.1": "the values of this alternative are listed; those that are no " +
		"texts belong to the other alternative",
	"response/servers.rebuild/fault.missing@2.1": "a server shows a fault in ERROR only, and one whose rebuild begins shows REBUILD",
	"response/servers.rebuild/fault.stale":       "a server shows a fault in ERROR only, and one whose rebuild begins shows REBUILD",
	"stages/size/swapped":                        "the stage behind it only marks requests below the legacy root; it refuses nothing",
	"stages/legacy root/swapped": "it only marks requests below the legacy root, and the stage behind it " +
		"does not look at the mark",
}
