// Package lint finds mistakes in the documents: overlay targets that match nothing, unused components, exports
// that are not valid OpenAPI.
package lint
