package attest

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io"

	"plumbline/internal/openapi/intake"
)

// ErrKey is wrapped by every error about a key file.
var ErrKey = errors.New("key")

const (
	privateBlock = "PRIVATE KEY"
	publicBlock  = "PUBLIC KEY"
)

// Generate makes a pair of keys as PEM texts: PKCS#8 and SubjectPublicKeyInfo, as openssl does.
func Generate(random io.Reader) (private, public []byte, err error) {
	pub, priv, err := ed25519.GenerateKey(random)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrKey, err)
	}
	privateDER, err := x509.MarshalPKCS8PrivateKey(priv)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrKey, err)
	}
	publicDER, err := x509.MarshalPKIXPublicKey(pub)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrKey, err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: privateBlock, Bytes: privateDER}), pem.EncodeToMemory(
		&pem.Block{Type: publicBlock, Bytes: publicDER}), nil
}

// ReadPrivate reads an ed25519 private key (PEM, PKCS#8).
func ReadPrivate(path string) (ed25519.PrivateKey, error) {
	block, err := readBlock(path)
	if err != nil {
		return nil, err
	}
	if block.Type != privateBlock {
		return nil, fmt.Errorf("%w: %s holds a %s; signing wants a %s (PKCS#8)", ErrKey, path, block.Type, privateBlock)
	}
	found, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrKey, path, err)
	}
	private, ok := found.(ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("%w: %s is no ed25519 key; \"plumbline report keygen\" makes one", ErrKey, path)
	}
	return private, nil
}

// ReadPublic reads an ed25519 public key (PEM, SubjectPublicKeyInfo).
func ReadPublic(path string) (ed25519.PublicKey, error) {
	block, err := readBlock(path)
	if err != nil {
		return nil, err
	}
	if block.Type != publicBlock {
		return nil, fmt.Errorf("%w: %s holds a %s; verifying wants the %s, and the private one should stay where it is", ErrKey,
			path, block.Type, publicBlock)
	}
	found, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrKey, path, err)
	}
	public, ok := found.(ed25519.PublicKey)
	if !ok {
		return nil, fmt.Errorf("%w: %s is no ed25519 key", ErrKey, path)
	}
	return public, nil
}

func readBlock(path string) (*pem.Block, error) {
	data, err := intake.ReadFile(path, intake.Key)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKey, err)
	}
	block, _ := pem.Decode(data)
	if block == nil {
		return nil, fmt.Errorf("%w: %s holds no PEM block", ErrKey, path)
	}
	return block, nil
}

// KeyID identifies a public key: the SHA-256 sum, in hexadecimal, of its SubjectPublicKeyInfo.
func KeyID(public ed25519.PublicKey) (string, error) {
	der, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrKey, err)
	}
	sum := sha256.Sum256(der)
	return hex.EncodeToString(sum[:]), nil
}
