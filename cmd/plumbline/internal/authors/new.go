package authors

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	texts "plumbline/features"
	"plumbline/internal/features"
	"plumbline/internal/openapi"
)

//go:embed templates
var templates embed.FS

// NewCommand makes the command new, which begins things.
func NewCommand(s cli.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "new",
		Short:   "Begin a specification: catalogue, feature and overlay",
		Example: "  plumbline new spec rack-names --features our-specifications",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newSpecCommand(s))
	return cmd
}

func newSpecCommand(s cli.Streams) *cobra.Command {
	var b beginning
	cmd := &cobra.Command{
		Use:   "spec NAME",
		Short: "Begin a specification with one requirement and one row that runs",
		Long: `Writes the catalogue, a feature file and, where --since is a microversion that the built-in documents do not have, an overlay. With
--features DIR they go into that folder, which certify --features runs without a rebuild; without it into the layout of Plumbline's
own repository, in whose folder the command must run then. Files that exist are not touched. docs/specification-guide.md goes on from there.`,
		Example: `  plumbline new spec rack-names --features our-specifications
  plumbline new spec short-hostname --since 2.106 --features our-specifications
  plumbline new spec rack-names --prefix RCK                       # in a checkout of Plumbline`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			b.Name = args[0]
			files, err := b.files()
			if err != nil {
				return cli.Usage(err)
			}
			if err := write(files); err != nil {
				return cli.Usage(err)
			}
			b.tell(s, files)
			return nil
		},
	}
	n := cmd.Flags()
	cli.RegisterFeatures(cmd, &b.dir, "folder to write to, for certify --features; made where it is missing")
	n.StringVar(&b.Prefix, "prefix", "", "three capital letters that the ids of its requirements begin with (default: from NAME)")
	n.StringVar(&b.Service, "service", string(openapi.Compute), "the service that changes")
	n.StringVar(&b.Since, "since", "", "the microversion that brings the change; none by default")
	return cmd
}

// beginning is what the templates are filled with.
type beginning struct {
	dir                          string
	Name, Prefix, Service, Since string

	Title, Noun, Path, Shipped string
	Pad, PadPath               string
	Outside, EmbeddedHasIt     bool
}

var nameOfSpecification = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// first lists for each service something that everybody may list.
var first = map[openapi.Service]string{
	openapi.Compute: "/servers", openapi.Identity: "/v3", openapi.Image: "/v2/images", openapi.BlockStorage: "/",
	openapi.Network: "/", openapi.Orchestration: "/", openapi.Placement: "/",
}

// complete checks what was given and fills in the rest.
func (b *beginning) complete() error {
	if !nameOfSpecification.MatchString(b.Name) || b.Name == "catalogue" || b.Name == features.DocumentsFolder {
		return fmt.Errorf("%q: a specification is called by small letters, digits and hyphens, like unshelve-to-host", b.Name)
	}
	service, err := openapi.ParseService(b.Service)
	if err != nil {
		return fmt.Errorf("--service: %w", err)
	}
	chain, err := openapi.Builtin(service, openapi.Specified)
	if err != nil {
		return err
	}
	v, err := openapi.ParseVersion(b.Since)
	if err != nil {
		return fmt.Errorf("--since: %w", err)
	}
	if next := chain.Max().Next(); next.Less(v) {
		return fmt.Errorf("--since %s: the next microversion of %s after those known is %s", v, service, next)
	}
	if chain.Min().IsZero() && !v.IsZero() {
		return fmt.Errorf("--since %s: %s has no microversions", v, service)
	}
	b.EmbeddedHasIt = !chain.Max().Less(v)
	if b.Prefix == "" {
		b.Prefix = prefixOf(b.Name)
	}
	if taken, err := features.Catalogue(); err != nil || taken.Has(b.Name, b.Prefix) {
		return errors.Join(err, fmt.Errorf("%s or the prefix %s is one of Plumbline's own: choose another --prefix or name", b.Name, b.Prefix))
	}
	b.Outside = b.dir != ""
	b.Path, b.Noun = first[service], strings.TrimLeft(first[service], "/")
	if b.Noun == "" || service != openapi.Compute {
		b.Noun = "versions"
	}
	b.Pad, b.PadPath = strings.Repeat(" ", len(b.Prefix)), strings.Repeat(" ", max(0, len(b.Path)-len("path")))
	b.Title = strings.ToUpper(b.Name[:1]) + strings.ReplaceAll(b.Name[1:], "-", " ")
	b.Shipped = "{holds: true}"
	if !b.EmbeddedHasIt {
		b.Shipped = `{holds: false, reason: "no release has it"}`
	}
	return nil
}

// prefixOf makes three capital letters of a name: of its words, or of its first consonants.
func prefixOf(name string) string {
	var out string
	words := strings.Split(name, "-")
	for _, w := range words {
		out += w[:1]
	}
	if len(words) < 3 {
		out = name[:1] + strings.NewReplacer("a", "", "e", "", "i", "", "o", "", "u", "", "-", "").Replace(name[1:]) + "xxx"
	}
	out = regexp.MustCompile(`[^a-z]`).ReplaceAllString(out, "x")
	return strings.ToUpper(out[:3])
}

// files are the contents to write, by path.
func (b *beginning) files() (map[string][]byte, error) {
	if err := b.complete(); err != nil {
		return nil, err
	}
	top, documents := b.dir, b.dir
	if b.dir == "" {
		top, documents = "features", "."
		if _, err := os.Stat("features/features.go"); err != nil {
			return nil, errors.New("this is not the top of Plumbline's repository: give a folder with --features DIR")
		}
	}
	out := map[string][]byte{}
	for path, of := range map[string]string{
		filepath.Join(top, "catalogue", b.Name+".yaml"):                                                           "catalogue.yaml.tmpl",
		filepath.Join(top, b.Name, b.Name+".feature"):                                                             "feature.tmpl",
		filepath.Join(documents, features.DocumentsFolder, b.Service, string(openapi.Specified), b.Since+".yaml"): "overlay.yaml.tmpl",
	} {
		if of == "overlay.yaml.tmpl" && b.EmbeddedHasIt {
			continue
		}
		t, err := template.ParseFS(templates, "templates/"+of)
		if err != nil {
			return nil, err
		}
		var text bytes.Buffer
		if err := t.Execute(&text, b); err != nil {
			return nil, err
		}
		out[path] = text.Bytes()
	}
	if b.Outside {
		out[filepath.Join(top, "schema", "catalogue-v1.json")] = texts.Schema
	}
	return out, nil
}

// write writes files that do not exist, all or none of them; the schema may be there.
func write(files map[string][]byte) error {
	for path := range files {
		if _, err := os.Lstat(path); err == nil && filepath.Ext(path) != ".json" {
			return fmt.Errorf("%s exists: it was not touched", path)
		}
	}
	for path, content := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return err
		}
		if _, err = file.Write(content); err == nil {
			err = file.Close()
		}
		if err != nil {
			return err
		}
	}
	return nil
}
