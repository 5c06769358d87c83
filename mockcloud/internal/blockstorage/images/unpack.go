package images

import (
	"bytes"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// gzipped is how data begins that can be unpacked.
var gzipped = []byte{0x1f, 0x8b}

// Unpack fails on an image that calls itself compressed and is not: nobody looks at that before it is written.
func Unpack(x *pipeline.Exchange, image string) *pipeline.Fault {
	i := state.Images.Get(x.Txn, image)
	if i == nil || i.ContainerFormat == nil || *i.ContainerFormat != "compressed" || bytes.HasPrefix(i.Data, gzipped) {
		return nil
	}
	return pipeline.BadRequest("Image %s is unacceptable: it cannot be unpacked.", i.ID)
}
