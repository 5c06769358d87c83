package wire

import (
	"io"
	"net/http"
	"strings"
)

// disableRetry keeps the transport from sending a request again by itself: net/http does that with a GET whose kept
// connection breaks. It takes a request for repeatable only as long as it has no body, or can make it anew.
func disableRetry(req *http.Request) {
	req.GetBody = nil
	if req.Body == nil || req.Body == http.NoBody {
		req.Body = io.NopCloser(strings.NewReader("")) // net/http looks inside, finds nothing and sends no body
	}
}
