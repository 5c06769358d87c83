package shelve

import (
	"net/http"

	"plumbline/internal/mockcloud/compute/images"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// reserveShelvedImage creates an image without data for a copy of the server's disk. A server that boots from a volume needs none.
func reserveShelvedImage(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if s.VolumeBacked() {
		return nil
	}
	id, fault := images.Reserve(x, s, s.Name+"-shelved", nil)
	if fault != nil {
		return fault
	}
	record.Change(x, func(s *state.Server) { s.ShelvedImage = id })
	return nil
}

// fillShelvedImage copies the server's disk to the image.
func fillShelvedImage(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if s == nil || s.ShelvedImage == "" {
		return nil
	}
	return images.FillReserved(x, s.ShelvedImage, "the disk of "+s.ID)
}

// shelvedImageThere tells whether the image with the copy of the disk exists.
func shelvedImageThere(x *pipeline.Exchange, s *state.Server) bool {
	return x.Call(pipeline.Call{Service: openapi.Image, Method: http.MethodGet, Path: "/images/" + s.ShelvedImage}).OK()
}

// DropShelvedImage deletes the image with the copy of the disk. Failures are ignored.
func DropShelvedImage(x *pipeline.Exchange, s *state.Server) {
	if s.ShelvedImage != "" {
		x.Call(pipeline.Call{Service: openapi.Image, Method: http.MethodDelete, Path: "/images/" + s.ShelvedImage})
	}
}
