package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/openapi/near"
)

// explainMistakes has the errors of a command line say what may have been meant, or where to look.
func explainMistakes(root *cobra.Command) {
	root.SetFlagErrorFunc(explainFlag)
	explainArguments(root)
}

// explainFlag adds to an unknown option those that are like it, or the command that lists them.
func explainFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	var known []string
	add := func(f *pflag.Flag) { known = append(known, "--"+f.Name) }
	cmd.Flags().VisitAll(add)
	if hint := near.Hint("--"+unknown.GetSpecifiedName(), known); hint != "" {
		return fmt.Errorf("%w%s", err, hint)
	}
	return fmt.Errorf("%w; %s --help lists the options", err, cmd.CommandPath())
}

// explainArguments has every command that is given too many or too few arguments say how it is called.
func explainArguments(cmd *cobra.Command) {
	if check := cmd.Args; check != nil && cmd.Runnable() {
		cmd.Args = func(c *cobra.Command, args []string) error {
			err := check(c, args)
			var exit *cli.ExitError
			if err == nil || errors.As(err, &exit) {
				return err
			}
			return fmt.Errorf("%w; usage: %s", err, c.UseLine())
		}
	}
	for _, below := range cmd.Commands() {
		explainArguments(below)
	}
}
