// Package documents shows, compares and checks the OpenAPI documents: openapi.
package documents
