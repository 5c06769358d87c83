package secure

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Kit holds the files that a test needs for TLS, in one folder: an authority of its own, and certificates signed by it for the server
// and for clients. The authority's key is discarded, so that it can sign nothing else.
type Kit struct {
	CA                    string
	Cert, Key             string
	ClientCert, ClientKey string
}

// validity is the validity of a kit's certificates.
const validity = 365 * 24 * time.Hour

func kit(dir string) Kit {
	at := func(name string) string { return filepath.Join(dir, name) }
	return Kit{at("ca.pem"), at("server.pem"), at("server-key.pem"), at("client.pem"), at("client-key.pem")}
}

func (k Kit) files() []string { return []string{k.CA, k.Cert, k.Key, k.ClientCert, k.ClientKey} }

// SelfSigned makes a kit in a folder (0700, its files 0600) for a server with the given names and addresses, or uses the existing one
// if it is still valid for them.
func SelfSigned(dir string, hosts []string, now time.Time) (Kit, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Kit{}, err
	}
	k := kit(dir)
	there := 0
	for _, file := range k.files() {
		switch _, err := os.Lstat(file); {
		case err == nil:
			there++
		case !errors.Is(err, fs.ErrNotExist):
			return k, err
		}
	}
	switch there {
	case len(k.files()):
		return k, k.check(hosts, now)
	case 0:
		return k, k.make(dir, hosts, now)
	}
	return k, fmt.Errorf("%s holds some of the files of a certificate, but not all: name an empty folder", dir)
}

// check answers why an existing kit is not valid any more, nil if it is.
func (k Kit) check(hosts []string, now time.Time) error {
	pair, err := k.pair()
	if err != nil {
		return fmt.Errorf("%s: %w: name an empty folder", k.Cert, err)
	}
	roots, err := pool(k.CA)
	if err != nil {
		return err
	}
	if now.After(pair.Leaf.NotAfter) {
		return fmt.Errorf("%s was good until %s: remove the folder, and a new one is made", k.Cert,
			pair.Leaf.NotAfter.UTC().Format(time.DateTime))
	}
	for _, host := range hosts {
		if _, err := pair.Leaf.Verify(x509.VerifyOptions{DNSName: host, Roots: roots, CurrentTime: now}); err != nil {
			return fmt.Errorf("%s is not good for %s: %w: remove the folder or name another", k.Cert, host, err)
		}
	}
	return nil
}

func (k Kit) pair() (tls.Certificate, error) {
	certificate, err := read(k.Cert, "certificate")
	if err != nil {
		return tls.Certificate{}, err
	}
	key, err := read(k.Key, "key")
	if err != nil {
		return tls.Certificate{}, err
	}
	return tls.X509KeyPair(certificate, key)
}

// write writes a new file that only its owner can read.
func write(file string, content []byte) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if closing := f.Close(); err == nil {
		err = closing
	}
	return err
}
