package shelve

import (
	"net/http"

	"plumbline/mockcloud/internal/compute/images"
	"plumbline/mockcloud/internal/compute/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
	"plumbline/openapi"
)

// reserveShelvedImage has the image service keep a place for a copy of the server's disk. A server that boots
// from a volume needs none.
func reserveShelvedImage(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if record.VolumeBacked(s) {
		return nil
	}
	id, fault := images.Reserve(x, s, s.Name+"-shelved", nil)
	if fault != nil {
		return fault
	}
	record.Change(x, func(s *state.Server) { s.ShelvedImage = id })
	return nil
}

// fillShelvedImage copies the disk.
func fillShelvedImage(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if s == nil || s.ShelvedImage == "" {
		return nil
	}
	return images.FillReserved(x, s.ShelvedImage, "the disk of "+s.ID)
}

// shelvedImageThere asks for the copy.
func shelvedImageThere(x *pipeline.Exchange, s *state.Server) bool {
	return x.Call(pipeline.Call{Service: openapi.Image, Method: http.MethodGet, Path: "/images/" + s.ShelvedImage}).OK()
}

// DropShelvedImage takes the copy away; that it cannot be taken away keeps nobody from anything.
func DropShelvedImage(x *pipeline.Exchange, s *state.Server) {
	if s.ShelvedImage != "" {
		x.Call(pipeline.Call{Service: openapi.Image, Method: http.MethodDelete, Path: "/images/" + s.ShelvedImage})
	}
}
