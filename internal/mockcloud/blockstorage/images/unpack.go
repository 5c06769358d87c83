package images

import (
	"bytes"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// gzipped are the first bytes of gzip data.
var gzipped = []byte{0x1f, 0x8b}

// Unpack fails on an image whose container format is compressed and whose data is not gzip; nothing checks that earlier.
func Unpack(x *pipeline.Exchange, image string) *pipeline.Fault {
	i := state.Images.Get(x.Txn, image)
	if i == nil || i.ContainerFormat == nil || *i.ContainerFormat != "compressed" || bytes.HasPrefix(i.Data, gzipped) {
		return nil
	}
	return pipeline.BadRequest("Image %s is unacceptable: it cannot be unpacked.", i.ID)
}
