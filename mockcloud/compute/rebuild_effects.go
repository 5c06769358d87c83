package compute

import (
	"strconv"

	"plumbline/mockcloud/notification"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// rebuildSetImage sets the image; a server that boots from a volume shows none.
func rebuildSetImage(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[rebuild](x)
	w.next.ImageProperties = imageProperties(w.image, w.next.Flavor)
	if w.root == nil {
		w.next.Image = w.image.ID
	}
	return nil
}

// imageProperties are what a server keeps of its image, all as text (2.98): the image's own properties,
// its formats, its id, and as smallest disk the flavor's.
func imageProperties(image *state.Image, f state.FlavorCopy) map[string]string {
	disk := f.Disk
	if disk == 0 {
		disk = image.MinDisk
	}
	out := map[string]string{
		"min_ram": strconv.Itoa(image.MinRAM), "min_disk": strconv.Itoa(disk), "base_image_ref": image.ID,
	}
	if image.DiskFormat != nil {
		out["disk_format"] = *image.DiskFormat
	}
	if image.ContainerFormat != nil {
		out["container_format"] = *image.ContainerFormat
	}
	for k, v := range image.Properties {
		out[k] = v
	}
	return out
}

// rebuildSetKeyName: a name sets, null takes away, nothing keeps.
func rebuildSetKeyName(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[rebuild](x)
	if w.changeKey {
		w.next.KeyName = w.keyName
	}
	return nil
}

// rebuildCopyMaterial copies the material: what becomes of the key pair later does not touch the server.
func rebuildCopyMaterial(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[rebuild](x)
	switch {
	case !w.changeKey:
	case w.key == nil:
		w.next.KeyData, w.next.KeyType = "", ""
	default:
		w.next.KeyData, w.next.KeyType = w.key.PublicKey, w.key.Type
	}
	return nil
}

func rebuildSetTexts(key string, field func(*state.Server) *string) func(*pipeline.Exchange) *pipeline.Fault {
	return func(x *pipeline.Exchange) *pipeline.Fault {
		setText(x.Inner("rebuild"), key, field(&pipeline.Work[rebuild](x).next))
		return nil
	}
}

func rebuildSetNullable(key string, field func(*state.Server) **string) func(*pipeline.Exchange) *pipeline.Fault {
	return func(x *pipeline.Exchange) *pipeline.Fault {
		setTextOrNull(x.Inner("rebuild"), key, field(&pipeline.Work[rebuild](x).next))
		return nil
	}
}

func rebuildSetMetadata(x *pipeline.Exchange) *pipeline.Fault {
	if given, ok := x.Inner("rebuild")["metadata"].(map[string]any); ok {
		pipeline.Work[rebuild](x).next.Metadata = textsOf(given)
	}
	return nil
}

func textsOf(m map[string]any) map[string]string {
	out := make(map[string]string, len(m))
	for k, v := range m {
		out[k], _ = v.(string)
	}
	return out
}

// rebuildSetDiskConfig falls back to MANUAL where the request says nothing.
func rebuildSetDiskConfig(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[rebuild](x)
	w.next.DiskConfig = "MANUAL"
	setText(x.Inner("rebuild"), "OS-DCF:diskConfig", &w.next.DiskConfig)
	return nil
}

func rebuildSetCertificates(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[rebuild](x)
	if value, given := x.Inner("rebuild")["trusted_image_certificates"]; given {
		w.next.TrustedCerts = stringsOf(value)
	}
	return nil
}

// stringsOf reads a list of texts; nil for null.
func stringsOf(value any) []string {
	values, ok := value.([]any)
	if !ok {
		return nil
	}
	out := make([]string, 0, len(values))
	for _, v := range values {
		s, _ := v.(string)
		out = append(out, s)
	}
	return out
}

// rebuildSetPassword takes the given password or makes one.
func rebuildSetPassword(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[rebuild](x)
	w.password = password(x, x.Inner("rebuild"))
	w.next.AdminPass = w.password
	return nil
}

// passwordLength is how long generated passwords are.
const passwordLength = 12

func password(x *pipeline.Exchange, body map[string]any) string {
	if given, ok := body["adminPass"].(string); ok {
		return given
	}
	return x.Env.IDs.Secret(passwordLength)
}

// rebuildBegin stores everything at once and makes the server show REBUILD.
func rebuildBegin(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[rebuild](x)
	was := serverOf(x)
	w.oldImage, w.oldProperties = w.onVolume, was.ImageProperties
	w.next.TaskState, w.next.Progress = state.TaskRebuilding, 0
	w.next.Updated = x.Now()
	state.Servers.Insert(x.Txn, &w.next) // nobody changes it any more
	x.Found(&w.next, x.Target)
	return nil
}

func rebuildRecord(x *pipeline.Exchange) *pipeline.Fault {
	began(x, serverOf(x).ID, "rebuild")
	return nil
}

func rebuildNotify(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
	x.Notify(notification.Conductor(hostOr(s)), "instance.rebuild_scheduled", notification.Info, told(x, s).Rebuild)
	x.Notify(notification.Compute(hostOr(s)), "instance.rebuild.start", notification.Info, told(x, s).Rebuild)
	return nil
}
