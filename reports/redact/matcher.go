package redact

type matcher struct{}
