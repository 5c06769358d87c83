package wire

import (
	"io"
	"net/http"
	"strings"
)

// disableRetry keeps the transport from sending a request again by itself: net/http does so with a GET when a kept
// connection breaks, as long as the request has no body or one that can be read again.
func disableRetry(req *http.Request) {
	req.GetBody = nil
	if req.Body == nil || req.Body == http.NoBody {
		req.Body = io.NopCloser(strings.NewReader("")) // net/http finds an empty body and sends none
	}
}
