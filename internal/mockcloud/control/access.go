package control

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// TokenHeader is the header for the control token; "Authorization: Bearer TOKEN" works as well.
const TokenHeader = "X-Plumbline-Token"

// shortest is the minimum length of a control token (bytes).
const shortest = 12

// CheckToken says what is wrong with a chosen control token; "" stands for no token, and is valid.
func CheckToken(token string) error {
	switch {
	case token == "":
		return nil
	case len(token) < shortest:
		return fmt.Errorf("a control token has at least %d characters: openssl rand -hex 16 makes one", shortest)
	case strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }):
		return fmt.Errorf("a control token is made of visible ASCII characters, without blanks")
	}
	return nil
}

// Access says who may use the control API over HTTP.
type Access struct {
	// Token, unless "", must be sent with each request: see TokenHeader. Without it, callers can only load the page's files and see
	// that the mock is running.
	Token string
	// Hosts are names of the mock that requests may use besides those of the loopback interface.
	Hosts []string
}

// Guard refuses callers that may not use the control API. Without a token only programs on this machine may: the connection must
// arrive on the loopback interface, and the request must not come from a browser's page of another origin, nor of one whose name
// resolves to this machine (DNS rebinding). Requests without a connection come from the program itself.
func Guard(a Access, next http.Handler) http.Handler {
	want := sha256.Sum256([]byte(a.Token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.Token != "" {
			have := sha256.Sum256([]byte(token(r)))
			if subtle.ConstantTimeCompare(have[:], want[:]) == 1 || shell(r) {
				next.ServeHTTP(w, r)
				return
			}
			refuse(w, r, `the control API of this mock asks for its token: send it as "`+TokenHeader+`: TOKEN" or "Authorization: Bearer TOKEN"; `+
				"it was given as --control-token or PLUMBLINE_CONTROL_TOKEN, or printed to standard error when the mock started")
			return
		}
		at, known := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
		if !known {
			next.ServeHTTP(w, r)
			return
		}
		if !IsLoopback(at.String()) {
			refuse(w, r, "this mock is reached from other machines and has no control token, so that nobody may use its control API: "+
				"give it one with --control-token, PLUMBLINE_CONTROL_TOKEN or mockcloud.WithControlToken")
			return
		}
		if why := a.whyForeign(r); why != "" {
			answer(w, http.StatusForbidden, map[string]string{"error": why})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// token is the control token of a request, "" for none.
func token(r *http.Request) string {
	if t := r.Header.Get(TokenHeader); t != "" {
		return t
	}
	scheme, t, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if strings.EqualFold(scheme, "Bearer") {
		return strings.TrimSpace(t)
	}
	return ""
}

// shell tells whether a request is for the page's own files, which say nothing about the cloud.
func shell(r *http.Request) bool {
	return r.Method == http.MethodGet &&
		(strings.HasPrefix(r.URL.Path, Prefix+"/assets/") || r.URL.Path == Prefix+"/" && strings.Contains(r.Header.Get("Accept"), "text/html"))
}

// refuse answers 401, but GET health with 200: callers without a token may see that the mock is running.
func refuse(w http.ResponseWriter, r *http.Request, why string) {
	if r.URL.Path == Prefix+"/health" && r.Method == http.MethodGet {
		answer(w, http.StatusOK, map[string]string{"status": "ok", "token": "required"})
		return
	}
	w.Header().Set("WWW-Authenticate", `Bearer realm="plumbline control API"`)
	answer(w, http.StatusUnauthorized, map[string]string{"error": why})
}

// whyForeign says why a request may come from a web page of another origin, "" if it does not.
func (a Access) whyForeign(r *http.Request) string {
	if !IsLoopback(r.Host) && !slices.ContainsFunc(a.Hosts, func(h string) bool { return strings.EqualFold(h, r.Host) }) {
		return fmt.Sprintf("the control API does not answer to the name %q: without a control token it is for this machine, "+
			"by a name of its loopback interface (127.0.0.1, [::1], localhost); with --control-token any name will do", r.Host)
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		if u, err := url.Parse(origin); err != nil || !strings.EqualFold(u.Host, r.Host) {
			return fmt.Sprintf("the control API does not answer to pages of %s: use the one that the mock has at %s/", origin, Prefix)
		}
	}
	site := r.Header.Get("Sec-Fetch-Site")
	visit := r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.URL.Path == Prefix+"/"
	if (site == "cross-site" || site == "same-site") && !visit {
		return fmt.Sprintf("the control API does not answer to other pages: use the one that the mock has at %s/", Prefix)
	}
	return ""
}

// IsLoopback tells whether an address, with or without a port, is of the loopback interface, so that only this machine can connect to
// it.
func IsLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host = strings.Trim(address, "[]")
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}
