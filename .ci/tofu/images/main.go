// Command images is the internet of the acceptance tests of the OpenStack provider of Terraform: an HTTP proxy that answers whatever
// address it is asked for with a small disk image, packed as the address says. Over TLS it speaks with certificates of its own authority.
//
//	images FOLDER      writes FOLDER/ca.pem, and then the proxy's address to FOLDER/address
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"time"
)

// packed are 1024 zeros as xz and as zstd.
var packed = map[string]string{
	".xz":  "/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4AP/AAtdAABv/f//o7d/RjIAAAAMJ2kgl2N4wwABJ4AIAAAALnmurbHEZ/sCAAAAAARZWg==",
	".zst": "KLUv/UQIAAMDIAAAzayF8A==",
}

func main() {
	if err := serve(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "images:", err)
		os.Exit(1)
	}
}

func serve(folder string) error {
	issuer, err := newAuthority()
	if err != nil {
		return err
	}
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: issuer.cert.Raw})
	if err := os.WriteFile(filepath.Join(folder, "ca.pem"), ca, 0o600); err != nil {
		return err
	}
	at, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "address"), []byte("http://"+at.Addr().String()), 0o600); err != nil {
		return err
	}
	return http.Serve(at, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodConnect {
			issuer.tunnel(w)
			return
		}
		image(w, r)
	}))
}

func image(w http.ResponseWriter, r *http.Request) {
	body := make([]byte, 1024)
	if text, ok := packed[path.Ext(r.URL.Path)]; ok {
		body, _ = base64.StdEncoding.DecodeString(text)
		w.Header().Set("Content-Type", "application/"+map[string]string{".xz": "x-xz", ".zst": "zstd"}[path.Ext(r.URL.Path)])
	}
	_, _ = w.Write(body)
}

// authority issues a certificate for each host that is asked for.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority() (*authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	is := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "images of acceptance tests"}, NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	raw, err := x509.CreateCertificate(rand.Reader, is, is, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	cert, err := x509.ParseCertificate(raw)
	return &authority{cert, key}, err
}

func (a *authority) issue(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	is := &x509.Certificate{SerialNumber: big.NewInt(2), DNSNames: []string{hello.ServerName}, NotAfter: a.cert.NotAfter}
	raw, err := x509.CreateCertificate(rand.Reader, is, a.cert, &a.key.PublicKey, a.key)
	return &tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: a.key}, err
}

// tunnel answers over TLS what is asked for inside a connection.
func (a *authority) tunnel(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	_, _ = conn.Write([]byte("HTTP/1.1 200 OK\r\n\r\n"))
	inside := tls.Server(conn, &tls.Config{GetCertificate: a.issue})
	server := &http.Server{Handler: http.HandlerFunc(image), ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(&oneConnection{conn: inside}) }()
}

// oneConnection is a listener that has one connection.
type oneConnection struct{ conn net.Conn }

func (o *oneConnection) Accept() (net.Conn, error) {
	conn := o.conn
	if conn == nil {
		return nil, net.ErrClosed
	}
	o.conn = nil
	return conn, nil
}
func (o *oneConnection) Close() error   { return nil }
func (o *oneConnection) Addr() net.Addr { return &net.TCPAddr{} }
