// Package openapi describes an OpenStack API at each microversion.
//
// A [Chain] holds the documents of one service in one profile: a base document and one overlay per microversion (OpenAPI
// Overlay Specification 1.0.0), applied strictly and copy-on-write, so that a hundred versions share whatever did not
// change between them. A [Document] is the API at one microversion; an [Operation] of it checks requests and answers and
// projects values to the fields that its version has. The only I/O here is to read the given file system.
package openapi
