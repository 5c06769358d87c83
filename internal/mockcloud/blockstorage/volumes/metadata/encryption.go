package metadata

import (
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// EncryptionOperations holds the operations that show how volumes are encrypted: as their types say.
func EncryptionOperations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"volume-encryption.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Body(200, encryption(x)), nil
		}},
		"volume-encryption.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			value, there := openapi.Get(encryption(x), x.Params.Get("key"))
			if !there {
				return nil, pipeline.Refuse(500, record.Erred) // the service does not expect other names
			}
			return pipeline.Body(200, value), nil
		}},
	}}
}

func encryption(x *pipeline.Exchange) *openapi.Fields {
	out := &openapi.Fields{{Name: "encryption_key_id", Value: nil}}
	if e := state.VolumeTypes.Get(x.Txn, record.Volume(x).TypeID).Encryption; e != nil {
		*out = append(*out, openapi.Field{Name: "control_location", Value: e.Control}, openapi.Field{Name: "cipher", Value: e.Cipher},
			openapi.Field{Name: "key_size", Value: e.KeySize}, openapi.Field{Name: "provider", Value: e.Provider})
	}
	return out
}
