package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/mockcloud/clientcheck"
	"plumbline/mockcloud/control"
	"plumbline/reports/redact"
)

// What is secret in a report is secret in the mock's journal and in a URL, too.
func TestTheListsOfSecretNamesAgree(t *testing.T) {
	assert.Equal(t, redact.SecretNames(), control.SecretNames(), "mockcloud/control/veil.go")
	assert.Equal(t, redact.SecretNames(), clientcheck.SecretNames(), "mockcloud/clientcheck/secrets.go")
}
