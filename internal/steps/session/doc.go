// Package session holds a user's session at a cloud: credentials, TLS trust, the token, the catalogue, the API versions of
// each service, and requests outside the exchange under test.
package session
