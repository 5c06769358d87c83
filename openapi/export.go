package openapi

// Export writes the document as plain valid OpenAPI 3.0.3 JSON: actions joined with oneOf, extensions kept.
func (d *Document) Export() ([]byte, error) { panic("pending") }
