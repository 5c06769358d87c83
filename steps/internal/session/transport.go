package session

import (
	"net/http"
	"time"

	"plumbline/steps/internal/wire"
)

// AnswerTime is how long a request may take until its answer is there whole, unless Config says otherwise.
const AnswerTime = 5 * time.Minute

// Transport is the connection of one login to its cloud. Answers are never decompressed behind the
// suite's back, so that what is recorded is what was sent.
func (l Login) Transport(answer time.Duration) http.RoundTripper {
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.DisableCompression = true
	base.ResponseHeaderTimeout = min(answer, 2*time.Minute)
	base.MaxResponseHeaderBytes = wire.HeaderLimit
	base.MaxIdleConnsPerHost = 8
	if l.TLS != nil {
		base.TLSClientConfig = l.TLS.Clone()
	}
	return base
}
