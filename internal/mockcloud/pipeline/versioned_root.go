package pipeline

import (
	"context"
	"net/http"
	"strings"
)

// mostHost is the longest name of a host that is remembered (RFC 1035, and a port): clients can send any.
const mostHost = 270

// place finds the versioned root and the links' base. It is false when the path is below no root.
func (s *serving) place(x *Exchange, rest string) bool {
	bases := s.basesFor(x.Request)
	x.Root = bases[0]
	rest, x.Ending = s.Spelling.read(rest)
	for i, root := range s.Roots {
		if strings.HasPrefix(rest, root) && (len(rest) == len(root) || rest[len(root)] == '/') {
			x.Base, x.Versioned, x.Path = bases[i+1], root, rest[len(root):]
			if x.Path == "" {
				x.Path = "/"
			}
			return true
		}
	}
	x.Base, x.Path = bases[0]+s.Prefix, rest
	return false
}

// byHost marks the context of requests whose answers link to the host that was asked.
type byHost struct{}

// LinkByHost lets the answers to requests with this context link to the host that they ask, whatever Env.BaseURL says.
func LinkByHost(ctx context.Context) context.Context { return context.WithValue(ctx, byHost{}, true) }

// basesFor answers scheme and host as the client reached them, then the service's versioned roots on it.
func (s *serving) basesFor(r *http.Request) []string {
	host := r.Host
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		host = "https://" + host
	}
	s.mu.RLock()
	known := s.bases[host]
	s.mu.RUnlock()
	if known != nil {
		return known
	}
	root := s.env.BaseURL
	if r.Context().Value(byHost{}) != nil {
		root = ""
	}
	switch {
	case root != "":
		root = strings.TrimRight(root, "/")
	case strings.HasPrefix(host, "https://"):
		root = host
	default:
		root = "http://" + host
	}
	known = []string{root}
	for _, v := range s.Roots {
		known = append(known, root+s.Prefix+v)
	}
	s.mu.Lock()
	if len(s.bases) < 1000 && len(host) <= mostHost {
		s.bases[host] = known
	}
	s.mu.Unlock()
	return known
}

// Spelling says which paths mean the same to a service. The zero value: each means something else.
type Spelling struct {
	// Slashes says that several slashes in a row are one: everywhere, or only in front of the version (Root).
	Slashes, Root bool
	// Slash says that slashes at the end do not count, Ending what else does not: ".json".
	Slash  bool
	Ending string
	// Name answers what the first name behind the version stands for; nil where each stands for itself.
	Name func(string) string
}

// read answers the path that a path means, and the ending that does not count.
func (s Spelling) read(path string) (means, ending string) {
	for strings.HasPrefix(path, "//") && (s.Slashes || s.Root) {
		path = path[1:]
	}
	for s.Slashes && strings.Contains(path, "//") {
		path = strings.ReplaceAll(path, "//", "/")
	}
	means = path
	if s.Slash && strings.Trim(path, "/") != "" {
		means = strings.TrimRight(path, "/")
	}
	if s.Ending != "" && strings.Count(means, "/") > 1 { // the version itself has none
		means = strings.TrimSuffix(means, s.Ending)
	}
	ending = path[len(means):]
	if parts := strings.SplitN(means, "/", 4); s.Name != nil && len(parts) > 2 {
		parts[2] = s.Name(parts[2])
		means = strings.Join(parts, "/")
	}
	return means, ending
}
