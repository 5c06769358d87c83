package documents

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/lint"
)

// NewCommand makes the command openapi with its sub-commands.
func NewCommand(s cli.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "openapi",
		Short: "Show, compare and check what the API is at each microversion",
		Long: `Each microversion of a service is one OpenAPI 3.0.3 document: a base and one overlay per microversion.
The profile "shipped" is what upstream releases do, "specified" what the change specifications say.`,
		Example: `  plumbline openapi show --service block-storage --at 3.68
  plumbline openapi diff 2.90 2.91
  plumbline openapi lint`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newOpenAPIShowCommand(s), newOpenAPIDiffCommand(s), newOpenAPILintCommand(s), newOpenAPICoverageCommand(s))
	return cmd
}

// chainFlags select a chain of documents.
type chainFlags struct{ service, profile string }

func (f *chainFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.service, "service", string(openapi.Compute), "service: "+names(openapi.Services()))
	cmd.Flags().StringVar(&f.profile, "profile", string(openapi.Shipped), "profile: "+names(openapi.Profiles()))
}

func (f *chainFlags) chain() (*openapi.Chain, error) {
	service, err := openapi.ParseService(f.service)
	if err != nil {
		return nil, cli.Usage(err)
	}
	profile, err := openapi.ParseProfile(f.profile)
	if err != nil {
		return nil, cli.Usage(err)
	}
	return openapi.Builtin(service, profile)
}

// documentAt is the document of a version; "" and "latest" are the newest.
func documentAt(c *openapi.Chain, at string) (*openapi.Document, error) {
	if at == "" || at == "latest" {
		return c.At(c.Max())
	}
	v, err := openapi.ParseVersion(at)
	if err != nil {
		return nil, cli.Usage(err)
	}
	d, err := c.At(v)
	if err != nil {
		return nil, cli.Usage(err)
	}
	return d, nil
}

func names[T ~string](list []T) string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = string(e)
	}
	return strings.Join(out, ", ")
}

func newOpenAPIShowCommand(s cli.Streams) *cobra.Command {
	var from chainFlags
	var at, format string
	cmd := &cobra.Command{
		Use:   "show",
		Short: "Print the document of one microversion, for use in any OpenAPI tool",
		Example: `  plumbline openapi show --at 2.54 > compute-2.54.json
  plumbline openapi show --at 2.91 --profile specified --format yaml
  plumbline openapi show --service identity --format yaml`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			c, err := from.chain()
			if err != nil {
				return err
			}
			d, err := documentAt(c, at)
			if err != nil {
				return err
			}
			var content []byte
			switch format {
			case "json":
				content, err = d.Export()
			case "yaml":
				content, err = d.ExportYAML()
			default:
				return cli.Usage(fmt.Errorf("unknown format %q: json or yaml", format))
			}
			if err != nil {
				return err
			}
			_, err = s.Out.Write(content)
			return err
		},
	}
	from.register(cmd)
	cmd.Flags().StringVar(&at, "at", "latest", "microversion, X.Y or latest")
	cmd.Flags().StringVar(&format, "format", "json", "json or yaml")
	return cmd
}

func newOpenAPIDiffCommand(s cli.Streams) *cobra.Command {
	var from chainFlags
	var toProfile string
	cmd := &cobra.Command{
		Use:   "diff FROM TO",
		Short: "Say in words what changed between two microversions",
		Long: `Say in words what changed between two microversions of a service. Lines begin with + for what is new,
- for what is gone and ~ for what changed. Behaviour that changed without a change of schema is said by the
sentence of the microversion only.`,
		Example: `  plumbline openapi diff 2.53 2.54
  plumbline openapi diff 2.1 latest --profile specified
  plumbline openapi diff 2.91 2.91 --to-profile specified`,
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := from.chain()
			if err != nil {
				return err
			}
			a, err := documentAt(c, args[0])
			if err != nil {
				return err
			}
			if toProfile != "" {
				from.profile = toProfile
				if c, err = from.chain(); err != nil {
					return err
				}
			}
			b, err := documentAt(c, args[1])
			if err != nil {
				return err
			}
			return printDiff(s.Out, c, a, b)
		},
	}
	from.register(cmd)
	cmd.Flags().StringVar(&toProfile, "to-profile", "", "profile of TO, where it is another")
	return cmd
}

func printDiff(out io.Writer, c *openapi.Chain, a, b *openapi.Document) error {
	for _, v := range c.Versions() {
		if d, err := c.At(v); err == nil && a.Version.Less(v) && !b.Version.Less(v) {
			fmt.Fprintf(out, "%s: %s\n", v, d.Change())
		}
	}
	for _, change := range openapi.Grouped(openapi.Diff(a, b)) {
		if _, err := fmt.Fprintln(out, change); err != nil {
			return err
		}
	}
	return nil
}

func newOpenAPILintCommand(s cli.Streams) *cobra.Command {
	var service, profile string
	cmd := &cobra.Command{
		Use:   "lint",
		Short: "Check the documents of all microversions",
		Long: `Check the documents of all microversions: overlays apply strictly and change what they say they change,
every document is valid OpenAPI 3.0.3, and the rules of this project's documents hold. Exits with 1 when there is a problem.`,
		Example: `  plumbline openapi lint
  plumbline openapi lint --service compute --profile shipped`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			chains, err := chainsOf(service, profile)
			if err != nil {
				return err
			}
			problems := 0
			for _, c := range chains {
				for _, p := range lint.Lint(c) {
					problems++
					fmt.Fprintln(s.Out, p)
				}
			}
			if problems > 0 {
				return &cli.ExitError{Code: cli.ExitNotConform, Err: fmt.Errorf("openapi lint: %d problems", problems)}
			}
			fmt.Fprintf(s.Out, "%d chains of documents, no problems\n", len(chains))
			return nil
		},
	}
	cmd.Flags().StringVar(&service, "service", "", "one service only: "+names(openapi.Services()))
	cmd.Flags().StringVar(&profile, "profile", "", "one profile only: "+names(openapi.Profiles()))
	return cmd
}

// chainsOf answers the chains of one service and profile, "" being all.
func chainsOf(service, profile string) ([]*openapi.Chain, error) {
	services, profiles := openapi.Services(), openapi.Profiles()
	if service != "" {
		one, err := openapi.ParseService(service)
		if err != nil {
			return nil, cli.Usage(err)
		}
		services = []openapi.Service{one}
	}
	if profile != "" {
		one, err := openapi.ParseProfile(profile)
		if err != nil {
			return nil, cli.Usage(err)
		}
		profiles = []openapi.Profile{one}
	}
	var out []*openapi.Chain
	for _, sv := range services {
		for _, p := range profiles {
			c, err := openapi.Builtin(sv, p)
			if err != nil {
				return nil, err
			}
			out = append(out, c)
		}
	}
	return out, nil
}
