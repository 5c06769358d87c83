package rebuild

import (
	"plumbline/internal/mockcloud/compute/images"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// setImage sets the image; a server that boots from a volume shows none.
func setImage(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	w.next.ImageProperties = images.KeptProperties(w.image, w.next.Flavor)
	if w.root == nil {
		w.next.Image = w.image.ID
	}
	return nil
}

// setKeyName sets a given name, clears it for null, and keeps it if the key is absent.
func setKeyName(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	w.Request.KeyName.SetOrClear(&w.next.KeyName)
	return nil
}

// copyMaterial copies the public key into the server: later changes of the key pair do not affect the server.
func copyMaterial(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	switch {
	case !w.Request.KeyName.Given():
	case w.key == nil:
		w.next.KeyData, w.next.KeyType = "", ""
	default:
		w.next.KeyData, w.next.KeyType = w.key.PublicKey, w.key.Type
	}
	return nil
}

func setName(_ *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	w.Request.Name.Set(&w.next.Name)
	return nil
}

func setHostname(_ *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	w.Request.Hostname.Set(&w.next.Hostname)
	return nil
}

func setDescription(_ *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	w.Request.Description.SetOrClear(&w.next.Description)
	return nil
}

func setAccessIPv4(_ *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	w.Request.AccessIPv4.Set(&w.next.AccessIPv4)
	return nil
}

func setAccessIPv6(_ *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	record.SetIPv6(&w.next.AccessIPv6, w.Request.AccessIPv6)
	return nil
}

func setUserData(_ *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	w.Request.UserData.SetOrClear(&w.next.UserData)
	return nil
}

func setMetadata(_ *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	w.Request.Metadata.Set(&w.next.Metadata)
	return nil
}

// setDiskConfig sets MANUAL if the request does not say.
func setDiskConfig(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	w.next.DiskConfig = "MANUAL"
	w.Request.DiskConfig.Set(&w.next.DiskConfig)
	return nil
}

func setCertificates(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	if w.Request.Certificates.Given() {
		w.next.TrustedCerts = w.Request.Certificates.Or(nil)
	}
	return nil
}

// setPassword takes the given password or makes one.
func setPassword(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	w.password = record.Password(x, w.Request.AdminPass)
	w.next.AdminPass = w.password
	return nil
}

// begin stores all changes at once and makes the server show REBUILD.
func begin(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	was := record.Server(x)
	w.oldImage, w.oldProperties = w.onVolume, was.ImageProperties
	w.next.TaskState, w.next.Progress = state.TaskRebuilding, 0
	w.next.Updated = x.Now()
	state.Servers.Insert(x.Txn, &w.next) // the copy is not changed after this
	x.SetSubject(&w.next, x.Target)
	return nil
}

func recordAction(x *pipeline.Exchange, _ *rebuild) *pipeline.Fault {
	record.ActionBegan(x, record.Server(x).ID, "rebuild")
	return nil
}
