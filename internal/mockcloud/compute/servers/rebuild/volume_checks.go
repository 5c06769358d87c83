package rebuild

import (
	"maps"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/compute/disks"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// reimages is the microversion from which a rebuild writes the image to the volume that a server boots from.
var reimages = openapi.MustVersion("2.93")

// asksForVolume refuses a request to write the image to the volume for a server that does not boot from one (BFV-05).
func asksForVolume(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	if bool(w.Request.ReimageBootVolume) && !w.next.VolumeBacked() {
		return pipeline.BadRequest("reimage_boot_volume is for servers that boot from a volume, which instance %s does not.", w.next.ID)
	}
	return nil
}

func noCertificates(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	if len(w.Request.Certificates.Or(nil)) > 0 && w.next.VolumeBacked() {
		return pipeline.BadRequest("Image certificate validation is not supported for volume-backed servers.")
	}
	return nil
}

// rootVolume finds the image on the root volume, and decides whether the new image is to be written to it: from 2.93 on always or, as
// specified, if the request asks for it (BFV-03, BFV-04).
func rootVolume(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	w.onVolume = w.next.Image
	if !w.next.VolumeBacked() {
		return nil
	}
	w.root = w.next.RootVolume()
	if w.root == nil {
		return pipeline.Refuse(500, "Unable to find root block device mapping for volume-backed instance.")
	}
	v, fault := disks.VolumeOf(x, w.root.VolumeID)
	if fault != nil {
		return fault
	}
	w.volume, w.onVolume = v, v.ImageMetadata["image_id"]
	w.reimage = !x.Version.Less(reimages)
	if x.Env.Profile == openapi.Specified {
		w.reimage = bool(w.Request.ReimageBootVolume)
	}
	return nil
}

// otherImage refuses a different image if it would not be written to the volume (BFV-06).
func otherImage(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	if w.root == nil || w.reimage || w.onVolume == w.image.ID {
		return nil
	}
	return pipeline.BadRequest("Image %s is unacceptable: Unable to rebuild with a different image for a volume-backed server.", w.image.ID)
}

// asSpecified limits a check to the profile specified and to rebuilds that write to a volume.
func asSpecified(check func(*pipeline.Exchange, *rebuild) *pipeline.Fault) func(*pipeline.Exchange, *rebuild) *pipeline.Fault {
	return func(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
		if w.reimage && x.Env.Profile == openapi.Specified {
			return check(x, w)
		}
		return nil
	}
}

// hostCan refuses a server whose host cannot write to a volume (BFV-08).
func hostCan(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	h := state.Hosts.Get(x.Txn, w.next.Host)
	if h == nil || !slices.Contains(h.Traits, "COMPUTE_REBUILD_BFV") {
		return pipeline.BadRequest(
			"RebuildVolumeBackedServerNotSupport: the host of instance %s cannot rebuild servers that boot from a volume.", w.next.ID)
	}
	return nil
}

// volumesCan refuses the rebuild if block storage is too old for it (BFV-09).
func volumesCan(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	if r := disks.CallBlockStorage(x, disks.ReimageAt, "GET", "/volumes/"+w.root.VolumeID, nil); r.Status == 406 {
		return pipeline.BadRequest("CinderAPIVersionNotAvailable: block storage has no API version %s, which is needed to "+
			"rebuild servers that boot from a volume.", disks.ReimageAt)
	}
	return nil
}

// notShared refuses volumes that can be attached to several servers (BFV-10).
func notShared(_ *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	if w.volume.Multiattach {
		return pipeline.BadRequest("Volume %s has 'multiattach' set: it cannot be written to while servers have it.", w.volume.ID)
	}
	return nil
}

// volumesInUse refuses the rebuild unless all volumes of the server are in use. The specification also allows a reserved root volume,
// a status that administrators can reset it to (BFV-16).
func volumesInUse(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	for _, d := range w.next.Volumes() {
		v, fault := disks.VolumeOf(x, d.VolumeID)
		if fault != nil {
			return fault
		}
		repaired := x.Env.Profile == openapi.Specified && d.Root() && v.Status == state.VolumeReserved
		if v.Status != state.VolumeInUse && !repaired {
			return pipeline.BadRequest("Invalid volume: volume '%s' status must be 'in-use'. Currently in '%s' status", v.ID, v.Status)
		}
	}
	return nil
}

// keepsNUMA refuses an image that would change the layout of processors and memory.
func keepsNUMA(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	if w.onVolume == w.image.ID || maps.Equal(layout(w.next.ImageProperties), layout(w.image.Properties)) {
		return nil
	}
	// Pages of memory are the flavor's to allow.
	if size := w.image.Properties["hw_mem_page_size"]; size != "" && w.next.Flavor.ExtraSpecs["hw:mem_page_size"] == "" {
		return pipeline.BadRequest("Page size %s forbidden against '<empty>'", size)
	}
	return pipeline.BadRequest("An instance's NUMA topology cannot be changed as part of a rebuild. The image provided " +
		"is invalid for this instance.")
}

// layout selects an image's properties about processors and memory.
func layout(properties map[string]string) map[string]string {
	out := maps.Clone(properties)
	maps.DeleteFunc(out, func(name, value string) bool {
		return !strings.HasPrefix(name, "hw_numa_") && name != "hw_mem_page_size" && (name != "hw_cpu_policy" || value == "shared")
	})
	return out
}
