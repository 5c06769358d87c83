package keypairs

import (
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/binary"
	"encoding/pem"
	"fmt"
	"math/big"
	"math/rand/v2"
	"time"

	"plumbline/internal/mockcloud/ids"
)

// Generated is a new pair: for ssh an OpenSSH public key and a PKCS #1 private key in PEM; for x509 a
// certificate and its private key, both in PEM.
type Generated struct{ Public, Private string }

// SeededKeys generates RSA keys of 2048 bits from a source of identifiers. They are reproducible if the source is, and protect
// nothing but mock servers.
type SeededKeys struct{ IDs ids.Source }

// Generate generates a pair of type ssh or x509 for a user, for requests without a public key (below 2.92).
func (s SeededKeys) Generate(kind, userID string, now time.Time) (Generated, error) {
	seed := sha256.Sum256([]byte(s.IDs.Secret(43)))
	rng := rand.NewChaCha8(seed)
	key, err := rsaKey(rng, 2048)
	if err != nil {
		return Generated{}, err
	}
	private := string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}))
	if kind != "x509" {
		return Generated{Public: openSSH(&key.PublicKey) + " Generated-by-Nova", Private: private}, nil
	}
	certificate, err := selfSigned(rng, key, userID, now)
	return Generated{Public: certificate, Private: private}, err
}

// rsaKey generates a key deterministically: crypto/rsa's own generator would use other randomness.
func rsaKey(rng *rand.ChaCha8, bits int) (*rsa.PrivateKey, error) {
	e := big.NewInt(65537)
	for {
		p, q := prime(rng, bits/2), prime(rng, bits/2)
		if p.Cmp(q) == 0 {
			continue
		}
		one := big.NewInt(1)
		phi := new(big.Int).Mul(new(big.Int).Sub(p, one), new(big.Int).Sub(q, one))
		d := new(big.Int).ModInverse(e, phi)
		n := new(big.Int).Mul(p, q)
		if d == nil || n.BitLen() != bits {
			continue
		}
		key := &rsa.PrivateKey{PublicKey: rsa.PublicKey{N: n, E: 65537}, D: d, Primes: []*big.Int{p, q}}
		key.Precompute()
		if err := key.Validate(); err != nil {
			return nil, fmt.Errorf("key: %w", err)
		}
		return key, nil
	}
}

// small lists primes; their multiples are ruled out before the test for primes.
var small = []uint64{3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113}

// prime answers a prime of exactly that many bits, its two highest bits set.
func prime(rng *rand.ChaCha8, bits int) *big.Int {
	raw := make([]byte, bits/8)
	for i := 0; i < len(raw); i += 8 {
		binary.BigEndian.PutUint64(raw[i:], rng.Uint64())
	}
	raw[0] |= 0xc0
	raw[len(raw)-1] |= 1
	p, two, rest := new(big.Int).SetBytes(raw), big.NewInt(2), new(big.Int)
	for ; ; p.Add(p, two) {
		if !divisible(p, rest) && p.ProbablyPrime(0) {
			return p
		}
	}
}

func divisible(p, rest *big.Int) bool {
	for _, s := range small {
		if rest.Mod(p, new(big.Int).SetUint64(s)).Sign() == 0 {
			return true
		}
	}
	return false
}

// openSSH writes a public key in one line, without comment (RFC 4253 §6.6).
func openSSH(k *rsa.PublicKey) string {
	var blob []byte
	for _, field := range [][]byte{[]byte("ssh-rsa"), mpint(big.NewInt(int64(k.E))), mpint(k.N)} {
		blob = binary.BigEndian.AppendUint32(blob, uint32(len(field)))
		blob = append(blob, field...)
	}
	return "ssh-rsa " + base64.StdEncoding.EncodeToString(blob)
}

// mpint writes a positive number with a leading zero where its highest bit is set (RFC 4251 §5).
func mpint(n *big.Int) []byte {
	b := n.Bytes()
	if len(b) > 0 && b[0]&0x80 != 0 {
		b = append([]byte{0}, b...)
	}
	return b
}

func selfSigned(rng *rand.ChaCha8, key *rsa.PrivateKey, userID string, now time.Time) (string, error) {
	name := pkix.Name{CommonName: userID}
	template := &x509.Certificate{
		SerialNumber: new(big.Int).SetUint64(rng.Uint64()), Subject: name, Issuer: name,
		NotBefore: now, NotAfter: now.AddDate(10, 0, 0), ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rng, template, template, &key.PublicKey, key)
	if err != nil {
		return "", fmt.Errorf("certificate: %w", err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})), nil
}
