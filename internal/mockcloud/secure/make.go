package secure

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"time"
)

// signed is a certificate with its key.
type signed struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

// make writes a new kit to a folder.
func (k Kit) make(dir string, hosts []string, now time.Time) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("folder for certificates: %w", err)
	}
	authority, err := sign(&x509.Certificate{
		Subject: pkix.Name{CommonName: "plumbline mock: authority for tests"}, IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true,
		KeyUsage: x509.KeyUsageCertSign,
	}, nil, now)
	if err != nil {
		return err
	}
	server := &x509.Certificate{
		Subject: pkix.Name{CommonName: "plumbline mock"}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		KeyUsage: x509.KeyUsageDigitalSignature,
	}
	for _, host := range hosts {
		if ip := net.ParseIP(host); ip != nil {
			server.IPAddresses = append(server.IPAddresses, ip)
		} else {
			server.DNSNames = append(server.DNSNames, host)
		}
	}
	served, err := sign(server, authority, now)
	if err != nil {
		return err
	}
	client, err := sign(&x509.Certificate{
		Subject: pkix.Name{CommonName: "plumbline client"}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
		KeyUsage: x509.KeyUsageDigitalSignature,
	}, authority, now)
	if err != nil {
		return err
	}
	if err := write(k.CA, block("CERTIFICATE", authority.certificate.Raw)); err != nil {
		return fmt.Errorf("folder for certificates: %w", err)
	}
	if err := served.save(k.Cert, k.Key); err != nil {
		return err
	}
	return client.save(k.ClientCert, k.ClientKey)
}

// sign completes a certificate and signs it with the issuer's key; without an issuer it is self-signed.
func sign(c *x509.Certificate, issuer *signed, now time.Time) (*signed, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	if c.SerialNumber, err = rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120)); err != nil {
		return nil, err
	}
	c.NotBefore, c.NotAfter = now.Add(-time.Hour), now.Add(validity)
	parent, by := c, key
	if issuer != nil {
		parent, by = issuer.certificate, issuer.key
	}
	der, err := x509.CreateCertificate(rand.Reader, c, parent, &key.PublicKey, by)
	if err != nil {
		return nil, fmt.Errorf("making a certificate: %w", err)
	}
	out := &signed{key: key}
	out.certificate, err = x509.ParseCertificate(der)
	return out, err
}

func (s *signed) save(certificate, key string) error {
	der, err := x509.MarshalPKCS8PrivateKey(s.key)
	if err != nil {
		return err
	}
	if err := write(certificate, block("CERTIFICATE", s.certificate.Raw)); err != nil {
		return fmt.Errorf("folder for certificates: %w", err)
	}
	if err := write(key, block("PRIVATE KEY", der)); err != nil {
		return fmt.Errorf("folder for certificates: %w", err)
	}
	return nil
}

func block(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}
