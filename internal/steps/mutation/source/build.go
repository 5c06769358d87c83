package source

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Packages are the packages that implement what the specifications are about.
var Packages = []string{
	"internal/mockcloud/blockstorage/...", "internal/mockcloud/collection", "internal/mockcloud/compute/...",
	"internal/mockcloud/identity", "internal/mockcloud/image", "internal/mockcloud/metadata",
	"internal/mockcloud/envelope", "internal/mockcloud/network", "internal/mockcloud/notification",
	"internal/mockcloud/orchestration/...",
	"internal/mockcloud/pipeline", "internal/mockcloud/pipeline/stages",
	"internal/mockcloud/placement", "internal/mockcloud/policy",
}

// Built is a binary that contains mutants.
type Built struct {
	Binary  string
	Mutants []Mutant
}

// Build compiles cmd/plumbline of the module at root, with all mutants of some packages, into the folder dir.
func Build(root, dir string, packages []string) (Built, error) {
	loaded, err := Load(root, packages...)
	if err != nil {
		return Built{}, err
	}
	out := Built{Binary: filepath.Join(dir, "plumbline")}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for _, p := range loaded {
		found, files, err := Rewrite(p, len(out.Mutants)+1)
		if err != nil {
			return Built{}, err
		}
		out.Mutants = append(out.Mutants, found...)
		for path, text := range files {
			at := filepath.Join(dir, fmt.Sprintf("%d.go", len(overlay.Replace)))
			if err := os.WriteFile(at, text, 0o644); err != nil {
				return Built{}, err
			}
			overlay.Replace[path] = at
		}
	}
	written, err := json.Marshal(overlay)
	if err != nil {
		return Built{}, err
	}
	at := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(at, written, 0o644); err != nil {
		return Built{}, err
	}
	cmd := exec.Command("go", "build", "-tags", "sourcemutants", "-overlay", at, "-o", out.Binary, "./cmd/plumbline")
	cmd.Dir = root
	if said, err := cmd.CombinedOutput(); err != nil {
		return Built{}, fmt.Errorf("go build: %w: %s", err, said)
	}
	return out, nil
}
