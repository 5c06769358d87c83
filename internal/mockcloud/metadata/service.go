// Package metadata is Nova's metadata service, from which a server's guest reads data about itself, as the network's proxy
// reaches it, with the server named and signed in headers (realcloud/VERIFIED-epoxy.md).
//
//	GET /metadata/openstack/latest/meta_data.json
//	X-Instance-ID, X-Tenant-ID: which server
//	X-Instance-ID-Signature: HMAC-SHA256 of the server's id with the shared secret, in hexadecimal
//
// It shows what a reset of the key pair changes inside the guest (RKP-10, RKP-20, RKP-23).
package metadata

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"plumbline/internal/mockcloud/page"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Prefix is the path under which the service is mounted.
const Prefix = "/metadata"

// Secret is the shared secret with which the proxy of a mock cloud signs.
const Secret = "metadata-secret"

// Headers that name the server.
const (
	HeaderInstance  = "X-Instance-ID"
	HeaderTenant    = "X-Tenant-ID"
	HeaderSignature = "X-Instance-ID-Signature"
)

// Sign computes the signature of a server's id.
func Sign(secret, id string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(id))
	return hex.EncodeToString(mac.Sum(nil))
}

// New makes the service. It has no documents (OpenAPI): its answers are not checked or projected.
func New(*pipeline.Env) (*pipeline.Service, error) {
	return &pipeline.Service{
		Name: "metadata", Prefix: Prefix, Discovery: answer,
		Render: func(x *pipeline.Exchange, f *pipeline.Fault) (string, []byte) {
			return page.Page{Status: f.Status, Explanation: f.Message}.Write(x.Header("Accept"))
		},
		Headers: func(*pipeline.Exchange, http.Header) {},
	}, nil
}

func answer(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	x.DoNotKeep()
	server, fault := identify(x)
	if fault != nil {
		return nil, fault
	}
	path := strings.Trim(strings.TrimPrefix(x.Request.URL.Path, Prefix), "/")
	parts := strings.Split(path, "/")
	if parts[0] != "openstack" || len(parts) > 3 {
		return nil, unknown()
	}
	if len(parts) == 1 {
		return lines(released()), nil
	}
	at, known := find(parts[1])
	switch {
	case !known:
		return nil, unknown()
	case len(parts) == 2:
		return lines(at.documents(server)), nil
	}
	make, there := documents[parts[2]]
	if !there || !at.has(parts[2], server) {
		return nil, unknown()
	}
	return make(x, at, server), nil
}

// identify finds the server that the headers name. It refuses missing headers first, then a wrong signature, then a server that is
// not in the project.
func identify(x *pipeline.Exchange) (*state.Server, *pipeline.Fault) {
	for _, name := range []string{HeaderInstance, HeaderTenant, HeaderSignature} {
		if x.Header(name) == "" {
			return nil, pipeline.BadRequest("%s header is missing from request.", name)
		}
	}
	id := x.Header(HeaderInstance)
	if !hmac.Equal([]byte(Sign(Secret, id)), []byte(x.Header(HeaderSignature))) {
		return nil, pipeline.Forbidden("Invalid proxy request signature.")
	}
	x.Txn = x.Env.Store.Read()
	server := state.Servers.Get(x.Txn, id)
	if server == nil || server.ProjectID != x.Header(HeaderTenant) {
		return nil, unknown()
	}
	return server, nil
}

func unknown() *pipeline.Fault { return pipeline.NotFound("The resource could not be found.") }

const text = "text/plain; charset=UTF-8"

func lines(all []string) *pipeline.Response {
	return &pipeline.Response{Status: 200, Raw: []byte(strings.Join(all, "\n")), ContentType: text}
}
