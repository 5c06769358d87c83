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

// TokenHeader is where callers put the control token; "Authorization: Bearer TOKEN" is as good.
const TokenHeader = "X-Plumbline-Token"

// shortest is how long a control token is at least (bytes).
const shortest = 12

// CheckToken says what is wrong with a control token that somebody chose; "" is none, which is fine.
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
	// Token, when it is not "", must come with each request: see TokenHeader. What anybody may see are the page without
	// anything on it, and that the mock is alive.
	Token string
	// Hosts are names under which the mock is reached, beside those of the loopback interface.
	Hosts []string
}

// Guard lets those through to the control API who may use it. Without a token these are programs on this machine: a
// connection has to arrive on the loopback interface, and neither a page of another origin nor one that has itself
// resolved to this machine (DNS rebinding) can make a browser use it. Requests that came by no connection are the
// program's own.
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

// token is what the caller shows; "" is nothing.
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

// shell tells whether a request is for the page alone: its files say nothing about the cloud.
func shell(r *http.Request) bool {
	return r.Method == http.MethodGet &&
		(strings.HasPrefix(r.URL.Path, Prefix+"/assets/") || r.URL.Path == Prefix+"/" && strings.Contains(r.Header.Get("Accept"), "text/html"))
}

// refuse answers 401. That the mock is alive is no secret.
func refuse(w http.ResponseWriter, r *http.Request, why string) {
	if r.URL.Path == Prefix+"/health" && r.Method == http.MethodGet {
		answer(w, http.StatusOK, map[string]string{"status": "ok", "token": "required"})
		return
	}
	w.Header().Set("WWW-Authenticate", `Bearer realm="plumbline control API"`)
	answer(w, http.StatusUnauthorized, map[string]string{"error": why})
}

// whyForeign says why a request may be a web page's of somebody else, "" when it is not.
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

// IsLoopback tells whether an address, with or without a port, is of the loopback interface: only this machine can
// connect to it.
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
