package world

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"net/http"
	"net/url"
)

// KeySpec is a key pair to import (the suite makes the key; the private half is thrown away).
type KeySpec struct {
	// Name is what sentences call it: "K1".
	Name string
	// Actor owns it; "" is member.
	Actor string
	// RealName is its name in the cloud; "" makes one with the run id. Two users may have the same.
	RealName string
}

// ImportKey creates a key pair, registers its removal and remembers it as "keypair NAME"; Facts["material"]
// is the public key line and Facts["fingerprint"] what the API answered.
func (w *World) ImportKey(s KeySpec) (*Noun, error) {
	if s.Actor == "" {
		s.Actor = "member"
	}
	if s.RealName == "" {
		s.RealName = w.Name(s.Name)
	}
	material, err := w.PublicKey()
	if err != nil {
		return nil, err
	}
	x, err := w.Setup(Request{
		Actor: s.Actor, Method: http.MethodPost, Path: "/os-keypairs", At: w.Newest("2.2"),
		Body: map[string]any{"keypair": map[string]any{"name": s.RealName, "public_key": material}},
	}, http.StatusOK, http.StatusCreated)
	if err != nil {
		return nil, err
	}
	n := &Noun{
		Kind: "keypair", Name: s.Name, RealName: s.RealName, ID: s.RealName, Owner: s.Actor,
		Facts: map[string]any{"material": material, "fingerprint": x.Text("/keypair/fingerprint")},
	}
	w.CleanUp("keypair", n.ID, n.RealName, w.Delete(Request{Actor: s.Actor, Path: "/os-keypairs/" + url.PathEscape(s.RealName)}))
	w.Remember(n)
	return n, nil
}

// PublicKey makes a new ssh-ed25519 public key line (RFC 8709) whose private half nobody has.
func (w *World) PublicKey() (string, error) {
	public, _, err := ed25519.GenerateKey(w.env.random())
	if err != nil {
		return "", fmt.Errorf("make a key: %w", err)
	}
	const kind = "ssh-ed25519"
	var blob []byte
	for _, part := range [][]byte{[]byte(kind), public} {
		blob = binary.BigEndian.AppendUint32(blob, uint32(len(part)))
		blob = append(blob, part...)
	}
	return kind + " " + base64.StdEncoding.EncodeToString(blob) + " plumbline", nil
}
