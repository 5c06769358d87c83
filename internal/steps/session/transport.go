package session

import (
	"net/http"
	"time"

	"plumbline/internal/steps/wire"
)

// AnswerTime is the default time within which the whole answer to a request must arrive; Config can change it.
const AnswerTime = 5 * time.Minute

// Transport is the HTTP transport of one login. It never decompresses answers, so that the record has the bytes that were sent.
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
