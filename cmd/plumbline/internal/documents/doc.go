// Package documents has the command openapi, which shows, compares and checks the OpenAPI documents.
package documents
