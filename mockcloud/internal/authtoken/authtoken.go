// Package authtoken answers requests without a good token, as the middleware does that most services have in front of them
// (keystonemiddleware, auth_token).
package authtoken

import (
	"net/http"

	"plumbline/mockcloud/internal/pipeline"
)

// Challenge tells where to authenticate.
func Challenge(x *pipeline.Exchange) http.Header {
	return http.Header{"Www-Authenticate": {`Keystone uri="` + x.Root + `/identity/v3"`}}
}

// Refuse is the middleware's answer.
func Refuse(x *pipeline.Exchange) *pipeline.Fault {
	return &pipeline.Fault{
		Status: 401, Bare: true, ContentType: "application/json", Header: Challenge(x),
		Raw: []byte(`{"error": {"code": 401, "title": "Unauthorized", "message": "The request you have made requires authentication."}}`),
	}
}
