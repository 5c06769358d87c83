package mutants

import "maps"

// equivalent are the mutants that nobody can tell from the mock, by id, with the reason.
var equivalent = reasons()

// left are the fields of a server that a rebuild leaves as they are while it begins.
var left = []string{
	"OS-EXT-AZ:availability_zone", "OS-EXT-SRV-ATTR:host", "OS-EXT-SRV-ATTR:hypervisor_hostname", "OS-EXT-SRV-ATTR:instance_name",
	"OS-EXT-SRV-ATTR:kernel_id", "OS-EXT-SRV-ATTR:launch_index", "OS-EXT-SRV-ATTR:ramdisk_id", "OS-EXT-SRV-ATTR:reservation_id",
	"OS-EXT-SRV-ATTR:root_device_name", "OS-EXT-STS:power_state", "OS-EXT-STS:vm_state", "OS-SRV-USG:launched_at", "OS-SRV-USG:terminated_at",
	"addresses", "config_drive", "created", "flavor", "hostId", "host_status", "id", "links", "locked", "locked_reason",
	"os-extended-volumes:volumes_attached", "pinned_availability_zone", "progress", "scheduler_hints", "security_groups", "server_groups", "tags", "tenant_id", "user_id",
}

func reasons() map[string]string {
	out := maps.Clone(single)
	for _, field := range left {
		out["response/servers.rebuild/"+field+".stale"] = "a rebuild that begins leaves the field as it is: before and after are the same"
	}
	for _, field := range []string{"id", "addresses", "user_id"} {
		out["response/servers.show/"+field+".stale"] = "a rebuild leaves the field as it is: before and after are the same"
	}
	for _, state := range []string{"rescued", "resized", "soft-delete", "deleted"} {
		out["states/servers.rebuild/"+state+".allowed"] = "no request takes a server of the mock into this state"
	}
	return out
}

var single = map[string]string{
	"states/servers.rebuild/shelved.allowed":              "a shelved server leaves its host at once here: as long as it is shelved it is busy as well, which is refused with the same status",
	"request/OS-DCF:diskConfig/type-dropped@2.1":          "the two values that it may have are listed, and both are texts",
	"request/description/type-dropped@2.19":               "both parts of its allOf say the same",
	"request/description/nullable-dropped@2.19":           "both parts of its allOf allow null, and that decides",
	"request/hostname/minLength-1@2.90":                   "its pattern wants two characters, too",
	"request/preserve_ephemeral/anyOf.1.type-dropped@2.1": "the values of this alternative are listed; those that are no texts belong to the other alternative",
	"response/servers.rebuild/fault.missing@2.1":          "a server shows a fault in ERROR only, and one whose rebuild begins shows REBUILD",
	"response/servers.rebuild/fault.stale":                "a server shows a fault in ERROR only, and one whose rebuild begins shows REBUILD",
	"stages/size/swapped":                                 "the stage behind it only marks requests below the legacy root; it refuses nothing",
	"stages/legacy root/swapped":                          "it only marks requests below the legacy root, and the stage behind it does not look at the mark",
}
