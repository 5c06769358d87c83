package target_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi/redact"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
)

// An identity service that begins its answer and never ends it keeps a login waiting no longer than --timeout answer.
func TestALoginWaitsAsLongAsAnyAnswer(t *testing.T) {
	ends := make(chan struct{})
	identity := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		w.(http.Flusher).Flush()
		select {
		case <-ends:
		case <-req.Context().Done():
		}
	}))
	defer identity.Close()
	defer close(ends)
	config := target.Config{Name: "slow", Kind: target.Real, AnswerTime: 200 * time.Millisecond, Login: session.Login{
		Interface: "public",
		Options: gophercloud.AuthOptions{
			IdentityEndpoint: identity.URL + "/v3", Username: "u", Password: "p",
			DomainID: "default", TenantName: "x",
		},
	}}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err := target.Connect(ctx, config, target.Tools{Redact: redact.New(), Now: time.Now})
	require.Error(t, err)
	require.NoError(t, ctx.Err(), "the login gave up by itself: %v", err)
}
