package notification

// Volume is the payload of instance.volume_attach.start and its like, about one volume of a server.
func (i Instance) Volume(id string) func() map[string]any {
	return func() map[string]any {
		data := i.actionData()
		data["volume_id"] = id
		return Object("InstanceActionVolumePayload", "1.7", data)
	}
}
