// Package session is somebody logged in at a cloud: credentials, trust, tokens, the catalogue, the versions each
// service offers, and requests outside the exchange under test.
package session
