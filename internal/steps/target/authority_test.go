package target_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// authority signs certificates of a test; its own is in a file.
type authority struct {
	t      *testing.T
	dir    string
	signed tls.Certificate
	pool   *x509.CertPool
	// file is the authority's certificate.
	file   string
	serial int64
}

func newAuthority(t *testing.T) *authority {
	a := &authority{t: t, dir: t.TempDir(), pool: x509.NewCertPool()}
	template := &x509.Certificate{
		Subject: pkix.Name{CommonName: "test authority"}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	a.signed = a.sign(template)
	a.file = a.write("ca.pem", "CERTIFICATE", a.signed.Certificate[0])
	a.pool.AddCert(a.signed.Leaf)
	return a
}

// sign makes a certificate; the first one, the authority's, signs itself.
func (a *authority) sign(template *x509.Certificate) tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(a.t, err)
	a.serial++
	template.SerialNumber = big.NewInt(a.serial)
	parent, signer := template, key
	if a.signed.Leaf != nil {
		parent, signer = a.signed.Leaf, a.signed.PrivateKey.(*ecdsa.PrivateKey)
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, key.Public(), signer)
	require.NoError(a.t, err)
	leaf, err := x509.ParseCertificate(der)
	require.NoError(a.t, err)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}
}

// server is a certificate of a server on a name or an address, good until an hour from a time on.
func (a *authority) server(name string, from time.Time) tls.Certificate {
	template := &x509.Certificate{NotBefore: from, NotAfter: from.Add(time.Hour), ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	if ip := net.ParseIP(name); ip != nil {
		template.IPAddresses = []net.IP{ip}
	} else {
		template.DNSNames = []string{name}
	}
	return a.sign(template)
}

// client is a certificate of a client with its key, as files.
func (a *authority) client() (cert, key string) {
	made := a.sign(&x509.Certificate{
		Subject: pkix.Name{CommonName: "operator"}, NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().Add(time.Hour),
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	})
	der, err := x509.MarshalPKCS8PrivateKey(made.PrivateKey)
	require.NoError(a.t, err)
	return a.write("client.pem", "CERTIFICATE", made.Certificate[0]), a.write("client.key", "PRIVATE KEY", der)
}

func (a *authority) write(name, kind string, der []byte) string {
	file := filepath.Join(a.dir, name)
	require.NoError(a.t, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600))
	return file
}

// serve serves the cloud with TLS instead.
func (c *cloud) serve(config *tls.Config) {
	c.Close()
	c.Server = httptest.NewUnstartedServer(c)
	c.TLS = config
	c.Config.ErrorLog = nowhere
	c.StartTLS()
}
