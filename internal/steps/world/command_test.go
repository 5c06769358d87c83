package world

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWhatClientProgramsSayOfTheNetwork: the exit code of a program that did not reach the cloud says nothing about it.
func TestWhatClientProgramsSayOfTheNetwork(t *testing.T) {
	for text, network := range map[string]bool{
		"Unable to establish connection to http://127.0.0.1:1/v3/auth/tokens: HTTPConnectionPool(host='127.0.0.1', port=1)": true,
		"('Connection aborted.', RemoteDisconnected('Remote end closed connection without response'))":                      true,
		"Request to http://127.0.0.1:1/v2.1/servers timed out":                                                              true,
		"SSL exception connecting to https://cloud: certificate verify failed":                                              true,
		"Service Unavailable (HTTP 503)":                                                                                    true,
		"502 Bad Gateway":                                                                                                   true,
		"ERROR Connection broken: IncompleteRead(90 bytes read, 400 more expected)":                                         true,
		"BadRequest: 400: Client Error: Invalid input for field/attribute host":                                             false,
		"Cannot 'unshelve' instance while it is in vm_state active (HTTP 409) (Request-ID: req-1)":                          false,
		"Unexpected API Error. Please report this at http://bugs.launchpad.net/nova/ (HTTP 500) (Request-ID: req-50)":       false,
		"openstack: '--host' is not an option":                                                                              false,
	} {
		assert.Equal(t, network, unreached.MatchString(text), text)
	}
}
