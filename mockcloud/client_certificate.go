package mockcloud

import (
	"io"
	"net/http"

	"plumbline/internal/mockcloud/control"
)

// requireClientCertificate requires a client certificate of each request. TLS itself has refused invalid ones; without one, a client
// can only ask whether the mock is running.
func requireClientCertificate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		alive := r.Method == http.MethodGet && r.URL.Path == control.Prefix+"/health"
		if r.TLS != nil && len(r.TLS.VerifiedChains) == 0 && !alive {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusForbidden)
			_, _ = io.WriteString(w, `{"error": "this mock asks for a client certificate: send one of the authority that --tls-client-ca names `+
				`(clouds.yaml: cert and key; curl: --cert and --key)"}`+"\n")
			return
		}
		next.ServeHTTP(w, r)
	})
}
