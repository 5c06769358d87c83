package session

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"plumbline/internal/openapi/intake"
)

// checkFiles refuses files of a clouds.yaml entry that are not regular files. The client library would wait for ever at a
// pipe, and read a device until memory runs out.
func checkFiles(cloud string, env map[string]string) error {
	if file := env["OS_CLIENT_CONFIG_FILE"]; file != "" {
		if err := openable(file); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("credentials of cloud %q: there is no file %s, which OS_CLIENT_CONFIG_FILE names; "+
				"a mock writes one with --write-clouds-yaml", cloud, file)
		}
	}
	for _, place := range locations(env) {
		if err := openable(place); errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return err
		}
		if err := openable(filepath.Join(filepath.Dir(place), "secure.yaml")); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		break // only the first file that exists is read
	}
	for _, place := range locations(map[string]string{"XDG_CONFIG_HOME": env["XDG_CONFIG_HOME"], "HOME": env["HOME"]}) {
		if err := openable(filepath.Join(filepath.Dir(place), "clouds-public.yaml")); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	trust, err := trustOf(cloud, locations(env))
	if err != nil {
		return err
	}
	for _, file := range []string{trust.CA, trust.Cert, trust.Key} {
		if file == "" {
			continue
		}
		if err := openable(expandHome(file)); err != nil && !errors.Is(err, fs.ErrNotExist) { // the library reports a missing file better
			return err
		}
	}
	return nil
}

func openable(path string) error {
	f, err := intake.Open(path, intake.Settings)
	if err != nil {
		return fmt.Errorf("credentials: %w", err)
	}
	return f.Close()
}
