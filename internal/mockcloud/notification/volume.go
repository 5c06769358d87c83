package notification

// Volume makes the payload of instance.volume_attach.start and similar ones, about one volume of a server.
func (i Instance) Volume(id string) func() any {
	return func() any {
		return object("InstanceActionVolumePayload", "1.7", volumeData{instanceData: i.data(), Volume: id})
	}
}

type volumeData struct {
	instanceData
	Volume string `json:"volume_id"`
}
