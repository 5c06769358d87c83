package cli

import (
	"encoding/json"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
)

// Version is the release, "dev" in a build that is none.
var Version = "dev"

// VersionCommand prints the release and its digests: two binaries with the same digests give the same verdicts.
func VersionCommand(s Streams) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Say which release this is and what it judges by",
		Long: `Prints the release, the Go version that it was built with, and the digests of the documents, the features
and the rules of judgement that are built into it. A report names the same digests.`,
		Example: "  plumbline version\n  plumbline version --json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			of := Digests()
			if asJSON {
				enc := json.NewEncoder(s.Out)
				enc.SetIndent("", "  ")
				return enc.Encode(map[string]any{"version": Version, "go": runtime.Version(), "digests": of})
			}
			fmt.Fprintf(s.Out, "plumbline %s (%s %s/%s)\n", Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			fmt.Fprintf(s.Out, "documents  %s\nfeatures   %s\nrules      %s\nbinary     %s\n", of.Documents, of.Features, of.Rules, of.Binary)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "for machines")
	return cmd
}
