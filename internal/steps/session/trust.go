package session

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"plumbline/internal/openapi/intake"
)

// Trust holds the certificates that authenticate the cloud, and the client's own certificate. The names are those of
// clouds.yaml (cacert, cert, key, verify) and of the environment (OS_CACERT, OS_CERT, OS_KEY, OS_INSECURE).
type Trust struct {
	// CA, Cert and Key are files in PEM form. Without CA the system's authorities are trusted; Cert may hold the key, too.
	CA, Cert, Key string
	// Insecure accepts any certificate without verification.
	Insecure bool
}

// ReadTrust reads the TLS settings of the environment.
func ReadTrust(env map[string]string) (Trust, *tls.Config, error) {
	t := Trust{}.overriddenBy(env)
	config, err := t.config(nil)
	return t, config, err
}

// overriddenBy replaces settings with those of the environment.
func (t Trust) overriddenBy(env map[string]string) Trust {
	t.CA = cmp.Or(env["OS_CACERT"], t.CA)
	if env["OS_CERT"] != "" {
		t.Cert, t.Key = env["OS_CERT"], env["OS_KEY"]
	}
	t.Key = cmp.Or(env["OS_KEY"], t.Key)
	switch strings.ToLower(env["OS_INSECURE"]) {
	case "1", "true", "yes", "on":
		t.Insecure = true
	case "0", "false", "no", "off":
		t.Insecure = false
	}
	return t
}

// config makes the TLS configuration of connections, on top of base, which a client library read from the same file; nil
// means the system's defaults.
func (t Trust) config(base *tls.Config) (*tls.Config, error) {
	if t == (Trust{}) && base == nil {
		return nil, nil
	}
	c := &tls.Config{}
	if base != nil {
		c = base.Clone()
	}
	c.MinVersion = tls.VersionTLS12
	if t.CA != "" {
		pool, err := readPool(t.CA)
		if err != nil {
			return nil, err
		}
		c.RootCAs = pool
	}
	if t.Cert != "" {
		pair, err := readPair(expandHome(t.Cert), expandHome(cmp.Or(t.Key, t.Cert)))
		if err != nil {
			return nil, fmt.Errorf("client certificate: %w; cert in clouds.yaml or OS_CERT names the certificate, key or "+
				"OS_KEY its key (PEM, without a passphrase)", err)
		}
		c.Certificates = []tls.Certificate{pair}
	} else if t.Key != "" {
		return nil, errors.New("client certificate: there is a key (key in clouds.yaml, or OS_KEY) but no certificate: name " +
			"it with cert or OS_CERT")
	}
	c.InsecureSkipVerify = t.Insecure //nolint:gosec // the operator asked for it, and is warned
	return c, nil
}

// readPair reads a certificate and its key.
func readPair(certificate, key string) (tls.Certificate, error) {
	first, err := intake.ReadFile(certificate, intake.Key)
	if err != nil {
		return tls.Certificate{}, err
	}
	second, err := intake.ReadFile(key, intake.Key)
	if err != nil {
		return tls.Certificate{}, err
	}
	return tls.X509KeyPair(first, second)
}

func readPool(file string) (*x509.CertPool, error) {
	pem, err := intake.ReadFile(expandHome(file), intake.Settings)
	if err != nil {
		return nil, fmt.Errorf("CA certificate (cacert in clouds.yaml, or OS_CACERT): %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("CA certificate (cacert in clouds.yaml, or OS_CACERT): %s holds no certificate in PEM form", file)
	}
	return pool, nil
}

// expandHome replaces ~/ at the beginning of a path by the home directory, as other OpenStack clients do.
func expandHome(path string) string {
	rest, ok := strings.CutPrefix(path, "~/")
	if !ok {
		return path
	}
	dir, err := os.UserHomeDir()
	if err != nil {
		return path
	}
	return filepath.Join(dir, rest)
}

// entry has the TLS settings of one cloud in clouds.yaml.
type entry struct {
	CA       string `yaml:"cacert"`
	Cert     string `yaml:"cert"`
	Key      string `yaml:"key"`
	Verify   *bool  `yaml:"verify"`
	Insecure bool   `yaml:"insecure"`
}

// entriesOf reads the first of the files that exists, and answers its path, "" where there is none.
func entriesOf(files []string) (file string, entries map[string]entry, err error) {
	for _, file := range files {
		data, err := intake.ReadFile(file, intake.Settings)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", nil, fmt.Errorf("credentials: %w", err)
		}
		var doc struct {
			Clouds map[string]entry `yaml:"clouds"`
		}
		if err := yaml.Unmarshal(data, &doc); err != nil {
			return "", nil, fmt.Errorf("credentials: %s: %w", file, err)
		}
		return file, doc.Clouds, nil
	}
	return "", nil, nil
}

// trustOf reads the TLS settings of an entry of clouds.yaml, in the first of the files that exists.
func trustOf(cloud string, files []string) (Trust, error) {
	_, entries, err := entriesOf(files)
	if err != nil {
		return Trust{}, err
	}
	e := entries[cloud]
	insecure := e.Insecure
	if e.Verify != nil {
		insecure = !*e.Verify
	}
	return Trust{CA: e.CA, Cert: e.Cert, Key: e.Key, Insecure: insecure}, nil
}

// Environ answers the settings as OS_* variables for client programs.
func (t Trust) Environ() []string {
	var out []string
	for _, e := range [][2]string{{"OS_CACERT", expandHome(t.CA)}, {"OS_CERT", expandHome(t.Cert)}, {"OS_KEY", expandHome(t.Key)}} {
		if e[1] != "" {
			out = append(out, e[0]+"="+e[1])
		}
	}
	if t.Insecure {
		out = append(out, "OS_INSECURE=true")
	}
	return out
}
