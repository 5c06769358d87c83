package volumetypes

import (
	"strconv"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// encrypting holds the values that the steps of requests about the encryption of a type share.
type encrypting struct {
	Request struct {
		KeySize  body.Opt[keySize] `json:"key_size"`
		Provider body.Opt[string]  `json:"provider"`
		Control  body.Opt[string]  `json:"control_location"`
		Cipher   body.Opt[string]  `json:"cipher"`
	} `body:"encryption"`
	added openapi.Fields
}

// keySize is a size (bits) in a request: a number, or a text as Python writes a number.
type keySize struct {
	bits   int
	text   string
	isText bool
}

// ReadBody implements body.Reader.
func (s *keySize) ReadBody(v any) {
	switch v := v.(type) {
	case float64:
		s.bits = int(v)
	case string:
		s.text, s.isText = v, true
		s.bits, _ = strconv.Atoi(v) // readableSize refuses what is no number
	}
}

// readableSize refuses texts that are no numbers, or are out of range. The schema checks numbers.
func readableSize(_ *pipeline.Exchange, w *encrypting) *pipeline.Fault {
	size, given := w.Request.KeySize.Get()
	if !given || !size.isText {
		return nil
	}
	switch {
	case strconv.Itoa(size.bits) != size.text:
		return record.InvalidInput("key_size must be an integer.")
	case size.bits < 0:
		return pipeline.BadRequest("Invalid input for field/attribute key_size. Value: %s. %s is less than the minimum of 0", size.text, size.text)
	case size.bits > record.Largest:
		return pipeline.BadRequest("Invalid input for field/attribute key_size. Value: %s. %s is greater than the maximum of %d",
			size.text, size.text, record.Largest)
	}
	return nil
}

// shownEncryption is how volumes of a type are encrypted, in answers.
type shownEncryption struct {
	ID        string  `json:"encryption_id"`
	TypeID    string  `json:"volume_type_id"`
	Provider  string  `json:"provider"`
	Control   string  `json:"control_location"`
	Cipher    *string `json:"cipher"`
	KeySize   *int    `json:"key_size"`
	Created   *string `json:"created_at"`
	Updated   *string `json:"updated_at"`
	DeletedAt *string `json:"deleted_at"`
	Deleted   bool    `json:"deleted"`
}

// EncryptionOperations holds the operations on the encryption of volume types.
func EncryptionOperations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"type-encryption.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			if e := kind(x).Encryption; e != nil {
				return pipeline.Body(200, viewEncryption(kind(x))), nil
			}
			return pipeline.Body(200, &openapi.Fields{}), nil
		}},
		"type-encryption.show": {Answer: showEncryption},
		"type-encryption.create": pipeline.OperationOf[encrypting]{
			Formats: readableSize,
			Steps: []pipeline.StepOf[encrypting]{
				{Name: "no volume has the type", Run: unusedFor[encrypting]("create")},
				{Name: "encrypt volumes of the type", Run: encrypt},
			},
			Answer: answerEncrypting,
		}.Operation(),
		"type-encryption.update": pipeline.OperationOf[encrypting]{
			Formats: readableSize,
			Steps: []pipeline.StepOf[encrypting]{
				{Name: "no volume has the type", Run: unusedFor[encrypting]("update")},
				{Name: "change the encryption", Run: changeEncryption},
			},
			Answer: answerEncrypting,
		}.Operation(),
		"type-encryption.delete": pipeline.OperationOf[pipeline.Nothing]{
			Steps: []pipeline.StepOf[pipeline.Nothing]{
				{Name: "no volume has the type", Run: unusedFor[pipeline.Nothing]("delete")},
				{Name: "encrypt no more", Run: decrypt},
			},
			Answer: record.Accepted[pipeline.Nothing],
		}.Operation(),
	}}
}

func unusedFor[W any](verb string) func(*pipeline.Exchange, *W) *pipeline.Fault {
	return func(x *pipeline.Exchange, _ *W) *pipeline.Fault {
		if inUse(x, kind(x)) {
			return pipeline.BadRequest("Cannot %s encryption specs. Volume type in use.", verb)
		}
		return nil
	}
}

func viewEncryption(t *state.VolumeType) *shownEncryption {
	e := t.Encryption
	return &shownEncryption{
		ID: e.ID, TypeID: t.ID, Provider: e.Provider, Control: e.Control, Cipher: e.Cipher, KeySize: e.KeySize,
		Created: record.Time(&e.Created), Updated: record.Time(e.Updated),
	}
}

// showEncryption shows one field, which the path names.
func showEncryption(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	name := x.Params.Get("encryption_id")
	if kind(x).Encryption != nil {
		if value, there := openapi.Get(viewEncryption(kind(x)), name); there {
			return pipeline.Answer(200, name, value), nil
		}
	}
	return nil, notEncrypted(x)
}

func notEncrypted(x *pipeline.Exchange) *pipeline.Fault {
	return pipeline.NotFound("Volume type encryption for type %s does not exist.", kind(x).ID)
}

func encrypt(x *pipeline.Exchange, w *encrypting) *pipeline.Fault {
	if kind(x).Encryption != nil {
		return pipeline.BadRequest("Volume type encryption for type %s already exists.", kind(x).ID)
	}
	e := &state.VolumeEncryption{ID: x.Env.IDs.UUID(), Created: x.Now()}
	w.added = openapi.Fields{{Name: "volume_type_id", Value: kind(x).ID}, {Name: "encryption_id", Value: e.ID}}
	w.set(x, e)
	return nil
}

func changeEncryption(x *pipeline.Exchange, w *encrypting) *pipeline.Fault {
	if kind(x).Encryption == nil {
		return notEncrypted(x)
	}
	e, now := *kind(x).Encryption, x.Now()
	e.Updated = &now
	w.set(x, &e)
	return nil
}

func (w *encrypting) set(x *pipeline.Exchange, e *state.VolumeEncryption) {
	r := w.Request
	r.Provider.Set(&e.Provider)
	r.Control.Set(&e.Control)
	r.Cipher.SetOrClear(&e.Cipher)
	if r.KeySize.Given() {
		e.KeySize = nil
		if size, ok := r.KeySize.Get(); ok {
			e.KeySize = &size.bits
		}
	}
	put(x, func(t *state.VolumeType) { t.Encryption = e })
}

// answerEncrypting repeats the request's object, with what was added to it.
func answerEncrypting(_ *pipeline.Exchange, w *encrypting) (*pipeline.Response, *pipeline.Fault) {
	out, r := openapi.Fields{}, w.Request
	if r.KeySize.Given() {
		var size *int
		if n, ok := r.KeySize.Get(); ok {
			size = &n.bits
		}
		out = append(out, openapi.Field{Name: "key_size", Value: size})
	}
	for _, text := range []struct {
		name  string
		value body.Opt[string]
	}{{"provider", r.Provider}, {"control_location", r.Control}, {"cipher", r.Cipher}} {
		if text.value.Given() {
			out = append(out, openapi.Field{Name: text.name, Value: text.value.Pointer()})
		}
	}
	out = append(out, w.added...)
	return pipeline.Answer(200, "encryption", &out), nil
}

func decrypt(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
	if kind(x).Encryption == nil {
		return notEncrypted(x)
	}
	put(x, func(t *state.VolumeType) { t.Encryption = nil })
	return nil
}
