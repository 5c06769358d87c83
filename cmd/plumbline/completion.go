package main

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/intake"
	"plumbline/internal/steps/target"
)

// Shell completion. `plumbline completion bash|zsh|fish` prints the script that calls it after TAB.

// completing answers the candidates for a flag's value, from the part that is typed.
type completing func(s cli.Streams, cmd *cobra.Command, typed string) []string

// completions are the flags whose values can be listed, by name, for all commands.
var completions = map[string]completing{
	"os-cloud":         clouds,
	"actor":            actorClouds,
	"spec":             specifications,
	"only":             requirements,
	"exclude":          requirements,
	"service":          services,
	"at":               microversions,
	"max-microversion": microversions,
	"profile":          oneOf("shipped", "specified", "both"),
	"policy":           oneOf("new", "legacy"),
	"mock-policy":      oneOf("new", "legacy"),
	"lifecycle":        oneOf("immediate", "after=2s", "reads=3"),
	"target":           oneOf("mock"),
	"progress":         oneOf("auto", "bar", "lines", "json", "none"),
}

// complete registers the completion of flags of a command and all commands below it.
func complete(s cli.Streams, cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		complete(s, sub)
	}
	cmd.Flags().VisitAll(func(p *pflag.Flag) {
		make := completions[p.Name]
		if make == nil {
			return
		}
		// The only error is that the flag does not exist or has a completion already.
		_ = cmd.RegisterFlagCompletionFunc(p.Name, func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return make(s, cmd, typed), cobra.ShellCompDirectiveNoFileComp
		})
	})
}

func oneOf(all ...string) completing {
	return func(cli.Streams, *cobra.Command, string) []string { return all }
}

func specifications(cli.Streams, *cobra.Command, string) (out []string) {
	catalogue, err := features.Catalogue()
	if err != nil {
		return nil
	}
	for _, s := range catalogue.Specifications {
		out = append(out, s.ID+"\t"+s.Title)
	}
	return out
}

// requirements completes ids of requirements. They are too many for one list: first prefixes are listed, then ids.
func requirements(_ cli.Streams, _ *cobra.Command, typed string) (out []string) {
	catalogue, err := features.Catalogue()
	if err != nil {
		return nil
	}
	for _, r := range catalogue.All() {
		family, _, _ := strings.Cut(r.ID, "-")
		if !strings.HasPrefix(typed, family) {
			out = append(out, family+"-")
			continue
		}
		out = append(out, r.ID+"\t"+strings.ReplaceAll(strings.TrimSpace(r.Statement), "\n", " "))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func services(cli.Streams, *cobra.Command, string) (out []string) {
	for _, s := range openapi.Services() {
		out = append(out, string(s))
	}
	return out
}

// microversions are those of --service where the command has that flag, of compute otherwise; the newest first.
func microversions(_ cli.Streams, cmd *cobra.Command, _ string) (out []string) {
	service := openapi.Compute
	if p := cmd.Flags().Lookup("service"); p != nil && p.Value.String() != "" {
		service = openapi.Service(p.Value.String())
	}
	profile := openapi.Shipped
	if p := cmd.Flags().Lookup("profile"); p != nil && p.Value.String() == string(openapi.Specified) {
		profile = openapi.Specified
	}
	chain, err := openapi.Builtin(service, profile)
	if err != nil {
		return nil
	}
	for _, v := range slices.Backward(chain.Versions()) {
		if !v.IsZero() {
			out = append(out, v.String())
		}
	}
	return out
}

// actorClouds completes NAME=CLOUD.
func actorClouds(s cli.Streams, cmd *cobra.Command, typed string) (out []string) {
	actor, _, found := strings.Cut(typed, "=")
	if !found {
		for _, a := range target.Actors() {
			out = append(out, a+"=")
		}
		return out
	}
	for _, c := range clouds(s, cmd, "") {
		out = append(out, actor+"="+c)
	}
	return out
}

// clouds are the entries of the clouds.yaml that a run would read.
func clouds(s cli.Streams, _ *cobra.Command, _ string) (out []string) {
	places := []string{"clouds.yaml"}
	if dir := cmp.Or(s.Env["XDG_CONFIG_HOME"], filepath.Join(s.Env["HOME"], ".config")); dir != "" {
		places = append(places, filepath.Join(dir, "openstack", "clouds.yaml"))
	}
	places = append(places, "/etc/openstack/clouds.yaml")
	if given := s.Env["OS_CLIENT_CONFIG_FILE"]; given != "" {
		places = []string{given}
	}
	for _, place := range places {
		source, err := intake.ReadFile(place, intake.Settings)
		if err != nil {
			continue
		}
		var file struct {
			Clouds map[string]yaml.Node `yaml:"clouds"`
		}
		if yaml.Unmarshal(source, &file) != nil {
			return nil
		}
		for name := range file.Clouds {
			out = append(out, name)
		}
		slices.Sort(out)
		return out
	}
	return nil
}
