package compute

import (
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// rebuildKeyLookup looks the key pair up among the caller's own, whoever owns the server: there is no
// way to name somebody else's.
func rebuildKeyLookup(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[rebuild](x)
	w.next = *serverOf(x)
	value, given := x.Inner("rebuild")["key_name"]
	if !given {
		return nil
	}
	w.changeKey = true
	name, ok := value.(string)
	if !ok {
		return nil
	}
	w.keyName = &name
	if w.key = state.KeyPairs.Get(x.Txn, state.KeyPairID(x.Caller.UserID, name)); w.key == nil {
		return pipeline.BadRequest("Invalid key_name provided.")
	}
	return nil
}

func rebuildImageLookup(x *pipeline.Exchange) *pipeline.Fault {
	id, _ := x.Inner("rebuild")["imageRef"].(string)
	image := imageFor(x, id)
	if image == nil {
		return pipeline.BadRequest("Cannot find image for rebuild")
	}
	pipeline.Work[rebuild](x).image = image
	return nil
}

// imageFor is the image of an id, nil when there is none that the caller may see.
func imageFor(x *pipeline.Exchange, id string) *state.Image {
	image := state.Images.Get(x.Txn, strings.ToLower(id))
	if image == nil || image.Visibility == "private" && image.Owner != x.Caller.ProjectID && !x.Caller.Admin() {
		return nil
	}
	return image
}

func (c *compute) rebuildMetadataQuota(x *pipeline.Exchange) *pipeline.Fault {
	return c.metadataQuota(x.Inner("rebuild"))
}

func (c *compute) metadataQuota(body map[string]any) *pipeline.Fault {
	metadata, _ := body["metadata"].(map[string]any)
	if most := c.Quotas.ServerMeta; most >= 0 && len(metadata) > most {
		return pipeline.Forbidden("Maximum number of metadata items exceeds %d", most)
	}
	return nil
}

func (c *compute) rebuildPersonalityQuota(x *pipeline.Exchange) *pipeline.Fault {
	return c.personalityQuota(x.Inner("rebuild"))
}

// personalityQuota bounds injected files (up to 2.56).
func (c *compute) personalityQuota(body map[string]any) *pipeline.Fault {
	files, _ := body["personality"].([]any)
	if len(files) > c.Quotas.Personality {
		return pipeline.Forbidden("Personality file limit exceeded")
	}
	path, contents := 0, 0
	for _, f := range files {
		file, _ := f.(map[string]any)
		p, _ := file["path"].(string)
		b, _ := file["contents"].(string)
		path, contents = max(path, len(p)), max(contents, decodedLength(b))
	}
	if path > c.Quotas.Path {
		return pipeline.Forbidden("Personality file path exceeds maximum %d", c.Quotas.Path)
	}
	if contents > c.Quotas.PersonalityBytes {
		return pipeline.Forbidden("Personality file content exceeds maximum %d", c.Quotas.PersonalityBytes)
	}
	return nil
}

// decodedLength is how many bytes a base64 text stands for.
func decodedLength(text string) int { return len(strings.TrimRight(text, "=")) * 3 / 4 }

func rebuildImageActive(x *pipeline.Exchange) *pipeline.Fault {
	return imageActive(pipeline.Work[rebuild](x).image)
}

func imageActive(image *state.Image) *pipeline.Fault {
	if image.Status != "active" {
		return pipeline.BadRequest("Image %s is not active.", image.ID)
	}
	return nil
}

func rebuildFlavorSuits(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[rebuild](x)
	if w.root != nil {
		return suitsVolume(w.next.Flavor, w.root.Size, w.image)
	}
	return flavorSuits(w.next.Flavor, w.image)
}

const gigabyte = 1 << 30

// flavorSuits tells whether an image fits a flavor; a flavor without a disk takes any.
func flavorSuits(f state.FlavorCopy, image *state.Image) *pipeline.Fault {
	if f.RAM < image.MinRAM {
		return pipeline.BadRequest("Flavor's memory is too small for requested image.")
	}
	if f.Disk > 0 && f.Disk < image.MinDisk {
		return pipeline.BadRequest("Flavor's disk is smaller than the minimum size specified in image metadata. "+
			"Flavor disk is %d bytes, minimum size is %d bytes.", f.Disk*gigabyte, image.MinDisk*gigabyte)
	}
	if image.Size != nil && f.Disk > 0 && *image.Size > int64(f.Disk)*gigabyte {
		return pipeline.BadRequest("Flavor's disk is too small for requested image. Flavor disk is %d bytes, image is %d bytes.",
			f.Disk*gigabyte, *image.Size)
	}
	return nil
}
