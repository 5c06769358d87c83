// Package authtoken answers requests without a valid token in the way of the middleware that most services use (keystonemiddleware,
// auth_token).
package authtoken

import (
	"net/http"

	"plumbline/internal/mockcloud/pipeline"
)

// Challenge makes the header that says where to authenticate.
func Challenge(x *pipeline.Exchange) http.Header {
	return http.Header{"Www-Authenticate": {`Keystone uri="` + x.Root + `/identity/v3"`}}
}

// Refuse is the middleware's 401.
func Refuse(x *pipeline.Exchange) *pipeline.Fault {
	return &pipeline.Fault{
		Status: 401, Bare: true, ContentType: "application/json", Header: Challenge(x),
		Raw: []byte(`{"error": {"code": 401, "title": "Unauthorized", "message": "The request you have made requires authentication."}}`),
	}
}
