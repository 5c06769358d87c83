package mock

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"plumbline/internal/mockcloud/control"
	"plumbline/internal/mockcloud/secure"
	"plumbline/mockcloud"
)

// secureFlags are the flags for TLS and for access to the mock.
type secureFlags struct {
	token                   string
	cert, key, clientCA, ca string
	selfSigned              string
}

func (f *secureFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.token, "control-token", "",
		"`token` that the control API asks for (better in PLUMBLINE_CONTROL_TOKEN); off loopback one is made up")
	flags.StringVar(&f.cert, "tls-cert", "", "serve over TLS with this certificate (PEM `file`, chain included); read again at SIGHUP")
	flags.StringVar(&f.key, "tls-key", "", "the certificate's key (PEM `file`)")
	flags.StringVar(&f.ca, "tls-ca", "", "the certificate's authority (PEM `file`), for clouds.yaml")
	flags.StringVar(&f.clientCA, "tls-client-ca", "",
		"ask clients for a certificate of this authority (PEM `file`), except for GET /_plumbline/health")
	flags.StringVar(&f.selfSigned, "tls-self-signed", "",
		"make ca.pem and certificates for server and client in this `folder`, and serve with them")
}

// secured has the TLS configuration of a mock and its address.
type secured struct {
	listen []mockcloud.ListenOption
	files  mockcloud.ClientFiles
	source *secure.Source
}

// controlToken is the token of the control API, from the flag or the environment.
func (f *secureFlags) controlToken(env map[string]string) (mockcloud.Option, error) {
	name := "--control-token"
	if f.token == "" {
		name, f.token = "PLUMBLINE_CONTROL_TOKEN", env["PLUMBLINE_CONTROL_TOKEN"]
	}
	if err := control.CheckToken(f.token); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return mockcloud.WithControlToken(f.token), nil
}

// open reads or makes certificates. listen and base are the addresses at which the mock is reached.
func (f *secureFlags) open(listen, base string) (*secured, error) {
	out := &secured{files: mockcloud.ClientFiles{CA: f.ca}}
	switch {
	case f.selfSigned != "" && (f.cert != "" || f.key != "" || f.ca != ""):
		return nil, errors.New("--tls-self-signed makes the certificate that --tls-cert, --tls-key and --tls-ca name: give one or the other")
	case f.selfSigned != "":
		kit, err := secure.SelfSigned(f.selfSigned, reachedAs(listen, base), time.Now())
		if err != nil {
			return nil, fmt.Errorf("--tls-self-signed: %w", err)
		}
		f.cert, f.key, out.files.CA = kit.Cert, kit.Key, kit.CA
		if sameFile(f.clientCA, kit.CA) {
			out.files.Cert, out.files.Key = kit.ClientCert, kit.ClientKey
		}
	case f.cert == "" && f.key == "":
		if f.clientCA != "" || f.ca != "" {
			return nil, errors.New("--tls-client-ca and --tls-ca go with --tls-cert and --tls-key, or with --tls-self-signed")
		}
		return out, nil
	case f.cert == "" || f.key == "":
		return nil, errors.New("--tls-cert and --tls-key go together")
	}
	var err error
	if out.files.CA, err = absolute(out.files.CA); err != nil {
		return nil, err
	}
	if out.source, err = secure.Open(secure.Files{Cert: f.cert, Key: f.key, ClientCA: f.clientCA}, time.Now); err != nil {
		return nil, fmt.Errorf("tls: %w", err)
	}
	out.listen = append(out.listen, mockcloud.WithTLS(out.source.Config()))
	return out, nil
}

func sameFile(file, other string) bool {
	path, err := filepath.Abs(file)
	return err == nil && file != "" && path == other
}

func absolute(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	return filepath.Abs(file)
}

// reachedAs are the names and addresses that a certificate must be valid for.
func reachedAs(listen, base string) []string {
	out := []string{"localhost", "127.0.0.1", "::1"}
	if host, _, err := net.SplitHostPort(listen); err == nil {
		if ip := net.ParseIP(host); host != "" && (ip == nil || !ip.IsUnspecified()) {
			out = append(out, host)
		}
	}
	if u, err := url.Parse(base); err == nil && u.Hostname() != "" {
		out = append(out, u.Hostname())
	}
	if name, err := os.Hostname(); err == nil && name != "" {
		out = append(out, name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// reload reads the certificates again at each SIGHUP, until the context ends.
func (s *secured) reload(ctx context.Context, told io.Writer) {
	if s.source == nil {
		return
	}
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	go func() {
		defer signal.Stop(hangups)
		for {
			select {
			case <-ctx.Done():
				return
			case <-hangups:
			}
			if err := s.source.Reload(); err != nil {
				fmt.Fprintf(told, "plumbline: the certificates stay as they were: %v\n", err)
				continue
			}
			fmt.Fprintln(told, "plumbline: certificates read again")
		}
	}()
}

// tellToken prints the token of the control API, if it was generated.
func tellToken(to io.Writer, cloud *mockcloud.Cloud, chosen string, url string) {
	if token := cloud.ControlToken(); token != "" && chosen == "" {
		fmt.Fprintf(to, "plumbline: other machines can reach this mock: its control API (%s/_plumbline/) asks for the token %s\n"+
			"plumbline: send it as X-Plumbline-Token, or choose one with PLUMBLINE_CONTROL_TOKEN\n", url, token)
	}
}
