package blockstorage

import (
	"slices"
	"strconv"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/policy"
	"plumbline/mockcloud/state"

	"github.com/google/uuid"
)

// Zone is the one zone that volumes are in.
const Zone = "nova"

// creation is a volume on its way.
type creation struct {
	body              map[string]any
	name, description *string
	kind              *state.VolumeType
	named             bool // the request names a type
	snapshot          *state.VolumeSnapshot
	source            *state.Volume
	image             *state.Image
	size              int
}

func making(x *pipeline.Exchange) *creation { return pipeline.Work[creation](x) }

func readNames(x *pipeline.Exchange) *pipeline.Fault {
	c := making(x)
	c.body = x.Inner("volume")
	c.name, c.description = names(c.body, nil, nil)
	return nil
}

func (c *creation) text(key string) string {
	s, _ := c.body[key].(string)
	return s
}

func findRequestedType(x *pipeline.Exchange) *pipeline.Fault {
	c := making(x)
	name := c.text("volume_type")
	if c.named = name != ""; !c.named {
		return nil
	}
	var f *pipeline.Fault
	c.kind, f = typeByNameOrID(x, name)
	return f
}

func findSource(x *pipeline.Exchange) *pipeline.Fault {
	c := making(x)
	if id := c.text("snapshot_id"); id != "" {
		if c.snapshot = snapshotFor(x, id); c.snapshot == nil {
			return noSnapshot(id)
		}
	}
	if id := c.text("source_volid"); id != "" {
		if c.source = volumeFor(x, id); c.source == nil {
			return noVolume(id)
		}
	}
	for _, key := range []string{"consistencygroup_id", "group_id"} {
		if id := c.text(key); id != "" {
			return pipeline.NotFound("Group %s could not be found.", id)
		}
	}
	return nil
}

// findImage finds the image by id (which may be the end of a URL), or by name among those that the caller sees; an
// image that stands for a snapshot of a volume (what compute makes of a server that boots from one) is that snapshot.
func findImage(x *pipeline.Exchange) *pipeline.Fault {
	c := making(x)
	ref, given := c.body["imageRef"].(string)
	if other, ok := c.body["image_id"]; ok {
		ref, given = other.(string)
	}
	if given {
		c.image = imageFor(x, ref)
		if c.image == nil {
			return pipeline.BadRequest("Invalid image identifier or unable to access requested image.")
		}
		if id := snapshotOf(c.image); id != "" && x.Version.AtLeast(imageOfSnapshot) {
			if c.snapshot = snapshotFor(x, id); c.snapshot == nil {
				return pipeline.NotFound("Nova specific image is found, but boot volume snapshot id:%s not found.", id)
			}
			c.image = nil
		}
	}
	if id := c.text("backup_id"); id != "" {
		return pipeline.NotFound("Backup %s could not be found.", id)
	}
	return nil
}

// imageFor asks the image service with the caller's own token.
func imageFor(x *pipeline.Exchange, ref string) *state.Image {
	if id := ref[strings.LastIndexByte(ref, '/')+1:]; uuid.Validate(id) == nil {
		if x.Call(imageCall("/images/" + id)).OK() {
			return state.Images.Get(x.Txn, id)
		}
	}
	if ref == "" {
		return nil
	}
	found, _ := x.Call(imageCall("/images?name=" + queryText(ref))).Get("images").([]any)
	if len(found) == 0 {
		return nil
	}
	first, _ := found[0].(map[string]any)
	id, _ := first["id"].(string)
	return state.Images.Get(x.Txn, id)
}

func refuseMultiattachFlag(x *pipeline.Exchange) *pipeline.Fault {
	if truth(making(x).body["multiattach"]) {
		return pipeline.BadRequest("multiattach parameter has been removed. The default behavior is to use multiattach enabled volume types. " +
			"Contact your administrator to create a multiattach enabled volume type and use it to create multiattach volumes.")
	}
	return nil
}

// truth reads a boolean, or a word that means one.
func truth(v any) bool {
	switch v := v.(type) {
	case bool:
		return v
	case string:
		return slices.Contains([]string{"true", "1", "on", "yes", "y", "t"}, strings.ToLower(v))
	}
	return false
}

func mayCreate(x *pipeline.Exchange) *pipeline.Fault {
	if making(x).image != nil {
		if f := x.Demand("volume:create_from_image"); f != nil {
			return f
		}
	}
	return x.Demand("volume:create")
}

func readSize(x *pipeline.Exchange) *pipeline.Fault {
	c := making(x)
	switch size := c.body["size"].(type) {
	case float64:
		c.size = int(size)
	case string:
		c.size, _ = strconv.Atoi(size) // digits: the schema says so
	default:
		switch {
		case c.snapshot != nil:
			c.size = c.snapshot.Size
		case c.source != nil:
			c.size = c.source.Size
		default:
			return pipeline.BadRequest(malformed)
		}
	}
	return nil
}

func typeFitsSource(x *pipeline.Exchange) *pipeline.Fault {
	c := making(x)
	refuse := func(typeID, advice string) *pipeline.Fault {
		if !c.named || typeID == c.kind.ID || state.VolumeTypes.Get(x.Txn, typeID).Multiattach() == c.kind.Multiattach() {
			return nil
		}
		return invalidInput("Invalid volume_type provided: %s (requested type is not compatible; %s).", c.kind.ID, advice)
	}
	if c.source != nil {
		if f := refuse(c.source.TypeID, "either match source volume, or omit type argument"); f != nil {
			return f
		}
	}
	if c.snapshot != nil {
		return refuse(c.snapshot.TypeID, "recommend omitting the type argument")
	}
	return nil
}

func oneSource(x *pipeline.Exchange) *pipeline.Fault {
	c := making(x)
	sources := 0
	for _, given := range []bool{c.snapshot != nil, c.source != nil, c.image != nil} {
		if given {
			sources++
		}
	}
	if sources > 1 {
		return invalidInput("May specify only one of backup, imageRef, snapshot, source volume")
	}
	return nil
}

func sourceReady(x *pipeline.Exchange) *pipeline.Fault {
	c := making(x)
	if c.snapshot != nil && c.snapshot.Status != "available" {
		return invalidSnapshot("Originating snapshot status must be one of 'available' values")
	}
	if c.source != nil && c.source.Status != state.VolumeAvailable && c.source.Status != state.VolumeInUse {
		return invalidVolume("Originating source volume status must be one of 'available, in-use' values")
	}
	return nil
}

func sizeFitsSource(x *pipeline.Exchange) *pipeline.Fault {
	c := making(x)
	switch {
	case c.source != nil && c.size < c.source.Size:
		return invalidInput("Volume size '%d'GB cannot be smaller than original volume size  %dGB. They must be >= original volume size.", c.size, c.source.Size)
	case c.source == nil && c.snapshot != nil && c.size < c.snapshot.Size:
		return invalidInput("Volume size '%d'GB cannot be smaller than the snapshot size %dGB. They must be >= original snapshot size.", c.size, c.snapshot.Size)
	}
	return nil
}

func imageFits(x *pipeline.Exchange) *pipeline.Fault {
	c := making(x)
	if c.image == nil {
		return nil
	}
	return fits(c.image, c.size)
}

// fits refuses images that cannot be on a volume of a size (GiB).
func fits(i *state.Image, size int) *pipeline.Fault {
	const gib = 1 << 30
	switch {
	case i.Status != "active":
		return invalidInput("Image %s is not active.", i.ID)
	case i.Size != nil && *i.Size > int64(size)*gib:
		return invalidInput("Size of specified image %dGB is larger than volume size %dGB.", (*i.Size+gib-1)/gib, size)
	case i.MinDisk > size:
		return invalidInput("Volume size %dGB cannot be smaller than the image minDisk size %dGB.", size, i.MinDisk)
	}
	return nil
}

func zoneThere(x *pipeline.Exchange) *pipeline.Fault {
	if zone := making(x).text("availability_zone"); zone != "" && zone != Zone {
		return pipeline.BadRequest("Availability zone '%s' is invalid.", zone)
	}
	return nil
}

func quotaAllows(x *pipeline.Exchange) *pipeline.Fault {
	c := making(x)
	if f := allowsGigabytes(x, x.Caller.ProjectID, c.size); f != nil {
		return f
	}
	if most := limitOf(x, x.Caller.ProjectID, "volumes"); most >= 0 && sumsOf(x, x.Caller.ProjectID).volumes >= most {
		return overQuota("VolumeLimitExceeded", "Maximum number of volumes allowed (%d) exceeded for quota 'volumes'.", most)
	}
	return nil
}

func createVolume(x *pipeline.Exchange) *pipeline.Fault {
	c := making(x)
	v := &state.Volume{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volumes"), Name: c.name, Description: c.description, Size: c.size,
		ProjectID: x.Caller.ProjectID, UserID: x.Caller.UserID, Status: state.VolumeCreating, AttachStatus: state.AttachDetached,
		Zone: Zone, Metadata: map[string]string{}, Created: x.Now(),
	}
	if given, ok := c.body["metadata"].(map[string]any); ok {
		v.Metadata = texts(given)
	}
	work := filling{}
	switch {
	case c.source != nil:
		v.SourceVolumeID, v.Bootable, work.Volume = c.source.ID, c.source.Bootable, c.source.ID
	case c.snapshot != nil:
		v.SnapshotID, v.Bootable, work.Snapshot = c.snapshot.ID, c.snapshot.Bootable, c.snapshot.ID
	case c.image != nil:
		work.Image = c.image.ID
	}
	kind := c.kind
	switch {
	case kind != nil:
	case c.source != nil:
		kind = state.VolumeTypes.Get(x.Txn, c.source.TypeID)
	case c.snapshot != nil:
		kind = state.VolumeTypes.Get(x.Txn, c.snapshot.TypeID)
	default:
		kind = defaultType(x)
	}
	v.TypeID, v.Multiattach = kind.ID, kind.Multiattach()
	state.Volumes.Insert(x.Txn, v)
	x.Found(v, policy.Target{ProjectID: v.ProjectID, UserID: v.UserID})
	x.Later("volumes.created", v.ID, work)
	return nil
}
