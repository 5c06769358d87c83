package world

// Metadata reads the document that the guest of a server would see (openstack/latest/meta_data.json).
func (w *World) Metadata(server *Noun) (map[string]any, error) { panic("pending") }

// Notification is one versioned notification of the compute service.
type Notification struct {
	EventType string
	// Payload is nova_object.data of the payload, decoded.
	Payload map[string]any
}

// Notifications answers those about a server since the scenario began, in order of arrival.
func (w *World) Notifications(server *Noun) ([]Notification, error) { panic("pending") }
