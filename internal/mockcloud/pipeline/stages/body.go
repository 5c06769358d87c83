package stages

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
)

// drained is how much of a body that is too large is still read, so that the client sees the answer.
const drained = 32 << 20

func limitBody(limit int64) func(*pipeline.Exchange) *pipeline.Fault {
	return func(x *pipeline.Exchange) *pipeline.Fault {
		tooLarge := x.Request.ContentLength > limit
		if !tooLarge {
			if f := x.ReadBody(limit + 1); f != nil {
				return f
			}
			tooLarge = int64(len(x.Raw)) > limit
		}
		if !tooLarge {
			return nil
		}
		x.Raw = nil
		_, _ = io.CopyN(io.Discard, x.Request.Body, drained)
		return pipeline.Page(x, 413,
			"Request is too large. Larger than max_request_body_size ("+strconv.FormatInt(limit, 10)+").")
	}
}

func mediaType(also []string) func(*pipeline.Exchange) *pipeline.Fault {
	return func(x *pipeline.Exchange) *pipeline.Fault {
		values := x.Request.Header["Content-Type"]
		if len(values) == 0 {
			return nil
		}
		// Compared as it stands: the real services take neither capitals nor a blank before the semicolon.
		media, _, _ := strings.Cut(values[0], ";")
		switch media {
		case "", "application/json", "text/plain":
			return nil
		}
		if slices.Contains(also, media) {
			return nil
		}
		return pipeline.Refuse(415, "Unsupported Content-Type")
	}
}
