// Package clients talks to a compute service through clients that oapi-codegen makes of its documents.
package clients

//go:generate go tool oapi-codegen -generate types,client -package v2_1 -o v2_1/client.gen.go v2_1/compute.json
//go:generate go tool oapi-codegen -generate types,client -package v2_54 -o v2_54/client.gen.go v2_54/compute.json
//go:generate go tool oapi-codegen -generate types,client -package newest -o newest/client.gen.go newest/compute.json
