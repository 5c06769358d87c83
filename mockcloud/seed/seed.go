// Package seed fills a mock cloud from a YAML file with its contents at the start and after a reset.
package seed

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"plumbline/internal/openapi/intake"
)

//go:embed default.yaml
var builtin []byte

// Seed is the contents of a cloud at the start. Ids that are left out are computed from the names, so that the same file makes the
// same cloud each time.
type Seed struct {
	Region      string       `yaml:"region"`
	Roles       []Role       `yaml:"roles"`
	Projects    []Project    `yaml:"projects"`
	Users       []User       `yaml:"users"`
	Hosts       []Host       `yaml:"hosts"`
	Aggregates  []Aggregate  `yaml:"aggregates,omitempty"`
	Flavors     []Flavor     `yaml:"flavors"`
	Images      []Image      `yaml:"images"`
	Networks    []Network    `yaml:"networks,omitempty"`
	Routers     []Router     `yaml:"routers,omitempty"`
	KeyPairs    []KeyPair    `yaml:"keypairs,omitempty"`
	Servers     []Server     `yaml:"servers,omitempty"`
	Tokens      []Token      `yaml:"tokens,omitempty"`
	VolumeTypes []VolumeType `yaml:"volume_types,omitempty"`
	Volumes     []Volume     `yaml:"volumes,omitempty"`
}

// Role is a role and the roles (by name) that it includes.
type Role struct {
	Name    string   `yaml:"name"`
	ID      string   `yaml:"id,omitempty"`
	Implies []string `yaml:"implies,omitempty"`
}

// Project is a project of the default domain.
type Project struct {
	Name        string `yaml:"name"`
	ID          string `yaml:"id,omitempty"`
	Description string `yaml:"description,omitempty"`
}

// User is a user of the default domain with their roles in projects and in the system.
type User struct {
	Name     string              `yaml:"name"`
	ID       string              `yaml:"id,omitempty"`
	Password string              `yaml:"password"`
	Roles    map[string][]string `yaml:"roles,omitempty"`
	System   []string            `yaml:"system,omitempty"`
}

// Host is a compute host; with a zone it is in an aggregate of that name. Node is its hypervisor's name, if that differs. RAM is MiB,
// disk GiB.
type Host struct {
	Name     string   `yaml:"name"`
	Node     string   `yaml:"node,omitempty"`
	Zone     string   `yaml:"zone,omitempty"`
	VCPUs    int      `yaml:"vcpus"`
	RAM      int      `yaml:"ram"`
	Disk     int      `yaml:"disk"`
	Traits   []string `yaml:"traits,omitempty"`
	Disabled bool     `yaml:"disabled,omitempty"`
	Down     bool     `yaml:"down,omitempty"`
}

// Aggregate is a set of hosts besides those made for zones.
type Aggregate struct {
	Name     string            `yaml:"name"`
	Hosts    []string          `yaml:"hosts,omitempty"`
	Metadata map[string]string `yaml:"metadata,omitempty"`
}

// Flavor is a flavor; RAM and swap are MiB, disks GiB. It is public unless access lists projects.
type Flavor struct {
	Name        string            `yaml:"name"`
	ID          string            `yaml:"id,omitempty"`
	Description string            `yaml:"description,omitempty"`
	VCPUs       int               `yaml:"vcpus"`
	RAM         int               `yaml:"ram"`
	Disk        int               `yaml:"disk"`
	Ephemeral   int               `yaml:"ephemeral,omitempty"`
	Swap        int               `yaml:"swap,omitempty"`
	ExtraSpecs  map[string]string `yaml:"extra_specs,omitempty"`
	Access      []string          `yaml:"access,omitempty"`
}

// Image is an image with a little made-up data; it is public and active by default.
type Image struct {
	Name       string            `yaml:"name"`
	ID         string            `yaml:"id,omitempty"`
	Project    string            `yaml:"project,omitempty"`
	Status     string            `yaml:"status,omitempty"`
	Visibility string            `yaml:"visibility,omitempty"`
	MinDisk    int               `yaml:"min_disk,omitempty"`
	MinRAM     int               `yaml:"min_ram,omitempty"`
	Properties map[string]string `yaml:"properties,omitempty"`
}

// Network is a network with its subnets.
type Network struct {
	Name    string `yaml:"name"`
	ID      string `yaml:"id,omitempty"`
	Project string `yaml:"project"`
	Shared  bool   `yaml:"shared,omitempty"`
	// External tells that it is an external network, for routers and floating IPs.
	External bool     `yaml:"external,omitempty"`
	Subnets  []Subnet `yaml:"subnets,omitempty"`
}

// Router connects subnets, and an external network if Gateway is set.
type Router struct {
	Name    string `yaml:"name"`
	ID      string `yaml:"id,omitempty"`
	Project string `yaml:"project"`
	// Gateway is the external network, Address the router's address on it.
	Gateway string `yaml:"gateway,omitempty"`
	Address string `yaml:"address,omitempty"`
	// Subnets are the names of subnets; the router has the gateway address of each.
	Subnets []string `yaml:"subnets,omitempty"`
}

// Subnet is an address range of a network.
type Subnet struct {
	Name    string `yaml:"name"`
	ID      string `yaml:"id,omitempty"`
	CIDR    string `yaml:"cidr"`
	Gateway string `yaml:"gateway,omitempty"`
}

// KeyPair is a public key of a user (by name).
type KeyPair struct {
	Name        string `yaml:"name"`
	User        string `yaml:"user"`
	PublicKey   string `yaml:"public_key"`
	Fingerprint string `yaml:"fingerprint,omitempty"`
}

// Server is an active server; it refers to other records by name. Count makes several, NAME-1 and so on.
type Server struct {
	Name    string `yaml:"name"`
	ID      string `yaml:"id,omitempty"`
	Count   int    `yaml:"count,omitempty"`
	Project string `yaml:"project"`
	User    string `yaml:"user"`
	Flavor  string `yaml:"flavor"`
	Image   string `yaml:"image"`
	Host    string `yaml:"host,omitempty"`
	Key     string `yaml:"key,omitempty"`
}

// Token is a token that is valid from the start, for benchmarks and scripts; it expires after ten years.
type Token struct {
	ID      string `yaml:"id"`
	User    string `yaml:"user"`
	Project string `yaml:"project,omitempty"`
	System  bool   `yaml:"system,omitempty"`
}

// Default is the built-in seed.
func Default() Seed {
	s, err := Parse(builtin)
	if err != nil {
		panic(fmt.Sprintf("seed: the built-in one: %v", err))
	}
	return s
}

// DefaultYAML is the built-in seed as a file, as a starting point for others.
func DefaultYAML() []byte { return bytes.Clone(builtin) }

// Parse reads a seed strictly: an unknown key is an error that names its line.
func Parse(source []byte) (Seed, error) {
	var s Seed
	dec := yaml.NewDecoder(bytes.NewReader(source))
	dec.KnownFields(true)
	err := dec.Decode(&s)
	if errors.Is(err, io.EOF) {
		return Seed{}, errors.New("it is empty")
	}
	if err == nil && dec.Decode(new(any)) == nil {
		err = errors.New("it has more than one document")
	}
	if err != nil {
		return Seed{}, plainYAMLError(err)
	}
	if s.Region == "" {
		s.Region = "RegionOne"
	}
	return s, s.check()
}

// unknownKey matches the YAML library's message about a struct without such a field.
var unknownKey = regexp.MustCompile(`field (\S+) not found in type \S+`)

// plainYAMLError rewords an error of the YAML library for readers who do not know Go.
func plainYAMLError(err error) error {
	var typed *yaml.TypeError
	if !errors.As(err, &typed) {
		return err
	}
	var all []string
	for _, e := range typed.Errors {
		all = append(all, unknownKey.ReplaceAllString(e, "unknown key $1"))
	}
	return errors.New(strings.Join(all, "; "))
}

// mostSeed is the size of the largest seed file (bytes).
const mostSeed = 64 << 20

// Read reads a seed file.
func Read(path string) (Seed, error) {
	source, err := intake.ReadFile(path, mostSeed)
	if err != nil {
		return Seed{}, fmt.Errorf("seed: %w", err)
	}
	s, err := Parse(source)
	if err != nil {
		return Seed{}, fmt.Errorf("seed %s: %w", path, err)
	}
	return s, nil
}

// YAML writes the seed as a file.
func (s Seed) YAML() []byte {
	var out bytes.Buffer
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	if err := enc.Encode(s); err != nil {
		panic(fmt.Sprintf("seed: %v", err))
	}
	return out.Bytes()
}
