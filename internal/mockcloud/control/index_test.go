package control_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheControlAPISaysWhatItOffers(t *testing.T) {
	c, _ := newControl(t)
	status, body := ask(t, c, http.MethodGet, "/", "")
	require.Equal(t, http.StatusOK, status)
	assert.Contains(t, body["control"], "POST /_plumbline/clock/advance")
	assert.Contains(t, body["control"], "GET /_plumbline/seed")
	status, body = ask(t, c, http.MethodPost, "/health", "")
	assert.Equal(t, http.StatusNotFound, status)
	assert.Contains(t, body["error"], "GET /_plumbline/ lists what is")
}
