// Package openapi has the OpenAPI documents of the services, a folder for each.
//
// It has a base document and one overlay per microversion (OpenAPI Overlay Specification 1.0.0); package internal/openapi makes a
// document of each microversion of them. `plumbline openapi show` prints one.
package openapi

import "embed"

// FS holds the documents, SERVICE/base.yaml and what is beside it.
//
//go:embed compute identity image block-storage placement network orchestration
var FS embed.FS
