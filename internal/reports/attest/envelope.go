package attest

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
)

// ErrSignature: an envelope is not signed with the given key, or was changed after it was signed.
var ErrSignature = errors.New("the signature is not of this key, or what it signs was changed since")

// key adapts an ed25519 key to the interfaces of package dsse.
type key struct {
	private ed25519.PrivateKey
	public  ed25519.PublicKey
}

// Sign implements dsse.Signer.
func (k key) Sign(_ context.Context, data []byte) ([]byte, error) {
	return ed25519.Sign(k.private, data), nil
}

// Verify implements dsse.Verifier.
func (k key) Verify(_ context.Context, data, sig []byte) error {
	if !ed25519.Verify(k.public, data, sig) {
		return ErrSignature
	}
	return nil
}

// KeyID implements dsse.SignVerifier.
func (k key) KeyID() (string, error) { return KeyID(k.public) }

// Public implements dsse.Verifier.
func (k key) Public() crypto.PublicKey { return k.public }

// Sign signs a statement; the answer is the text of attestation.json.
func Sign(ctx context.Context, s *Statement, private ed25519.PrivateKey) ([]byte, error) {
	payload, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("attestation: %w", err)
	}
	signer, err := dsse.NewEnvelopeSigner(key{private, private.Public().(ed25519.PublicKey)})
	if err != nil {
		return nil, fmt.Errorf("attestation: %w", err)
	}
	envelope, err := signer.SignPayload(ctx, PayloadType, payload)
	if err != nil {
		return nil, fmt.Errorf("attestation: %w", err)
	}
	text, err := json.MarshalIndent(envelope, "", "  ")
	return append(text, '\n'), err
}

// Verify checks the signature of an envelope and answers the statement inside, which is not decoded before the signature is valid.
func Verify(ctx context.Context, text []byte, public ed25519.PublicKey) (*Statement, error) {
	var envelope dsse.Envelope
	if err := json.Unmarshal(text, &envelope); err != nil {
		return nil, fmt.Errorf("it is no DSSE envelope: %w", err)
	}
	if envelope.PayloadType != PayloadType {
		return nil, fmt.Errorf("its payloadType is %q, not %q", envelope.PayloadType, PayloadType)
	}
	verifier, err := dsse.NewEnvelopeVerifier(key{public: public})
	if err != nil {
		return nil, err
	}
	_, payload, err := verifier.VerifyAndDecode(ctx, &envelope)
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", ErrSignature, err)
	}
	return parse(payload)
}

// ReadClaim answers the statement in an envelope without checking the signature: nothing in it is proven.
func ReadClaim(text []byte) (*Statement, error) {
	var envelope dsse.Envelope
	if err := json.Unmarshal(text, &envelope); err != nil {
		return nil, fmt.Errorf("it is no DSSE envelope: %w", err)
	}
	if envelope.PayloadType != PayloadType {
		return nil, fmt.Errorf("its payloadType is %q, not %q", envelope.PayloadType, PayloadType)
	}
	if len(envelope.Signatures) == 0 {
		return nil, errors.New("it has no signature")
	}
	payload, err := envelope.DecodeB64Payload()
	if err != nil {
		return nil, fmt.Errorf("its payload cannot be decoded: %w", err)
	}
	return parse(payload)
}

func parse(payload []byte) (*Statement, error) {
	dec := json.NewDecoder(bytes.NewReader(payload))
	dec.DisallowUnknownFields()
	var s Statement
	if err := dec.Decode(&s); err != nil {
		return nil, fmt.Errorf("its payload is no statement of a test result: %w", err)
	}
	if s.Type != StatementType || s.PredicateType != PredicateType {
		return nil, fmt.Errorf("it states a %s with a %s, not a %s with a %s", s.Type, s.PredicateType, StatementType, PredicateType)
	}
	return &s, nil
}
