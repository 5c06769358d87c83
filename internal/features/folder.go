package features

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing/fstest"

	"plumbline/internal/openapi/intake"
)

// Bounds of a folder of specifications. The embedded ones have 60 files and less than 1 MB.
const (
	mostFile  = 2 << 20
	mostFiles = 1000
)

// DocumentsFolder is the folder, beside those of the specifications, with overlays: openapi/SERVICE/specified/X.Y.yaml.
const DocumentsFolder = "openapi"

// readFolder reads the files of a folder of specifications into memory, so that what is checked, run and digested is the same: the
// catalogue, the features, and the overlays (the second file system; empty without any). What else lies there is left alone; a
// symbolic link in its place is refused.
func readFolder(dir string) (suite, overlays fstest.MapFS, err error) {
	r := &folderReader{dir: dir, suite: fstest.MapFS{}, overlays: fstest.MapFS{}}
	entries, err := os.ReadDir(dir)
	if err != nil {
		err = fmt.Errorf("folder of specifications: %w", err)
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%w: \"plumbline new spec NAME --features %s\" makes one", err, dir)
		}
		return nil, nil, err
	}
	for _, e := range entries {
		if err := r.top(e); err != nil {
			return nil, nil, err
		}
	}
	if len(r.suite) == 0 {
		return nil, nil, fmt.Errorf("%s has no catalogue/*.yaml and no SPECIFICATION/*.feature: \"plumbline new spec NAME --features %s\" "+
			"makes a beginning", dir, dir)
	}
	return r.suite, r.overlays, nil
}

type folderReader struct {
	dir             string
	suite, overlays fstest.MapFS
	files           int
}

// top reads one entry of the folder itself.
func (r *folderReader) top(e fs.DirEntry) error {
	name := e.Name()
	switch {
	case strings.HasPrefix(name, "."):
		return nil
	case e.Type()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s is %w", path.Join(r.dir, name), intake.ErrLink)
	case !e.IsDir():
		return nil
	case name == DocumentsFolder:
		return r.read(name, "", ".yaml", r.overlays, name+"/")
	case name == "catalogue":
		return r.read(name, "", ".yaml", r.suite, "")
	}
	return r.read(name, "catalogue", ".feature", r.suite, "")
}

// read reads the files of a folder that end so, those below it included for overlays, without a prefix of their names.
func (r *folderReader) read(folder, not, ending string, into fstest.MapFS, without string) error {
	entries, err := os.ReadDir(path.Join(r.dir, folder))
	if err != nil {
		return fmt.Errorf("folder of specifications: %w", err)
	}
	for _, e := range entries {
		name := path.Join(folder, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), ".") || e.Name() == not:
		case e.IsDir() && without != "":
			if err := r.read(name, not, ending, into, without); err != nil {
				return err
			}
		case strings.HasSuffix(name, ending) && !e.IsDir():
			content, err := r.file(name)
			if err != nil {
				return err
			}
			into[strings.TrimPrefix(name, without)] = &fstest.MapFile{Data: content, Mode: 0o444}
		case e.Type()&fs.ModeSymlink != 0:
			return fmt.Errorf("%s is %w", path.Join(r.dir, name), intake.ErrLink)
		}
	}
	return nil
}

func (r *folderReader) file(name string) ([]byte, error) {
	if r.files++; r.files > mostFiles {
		return nil, errors.New(r.dir + fmt.Sprintf(" has more than %d files: give the folder of the specifications alone", mostFiles))
	}
	in, err := intake.OpenIn(r.dir, name, mostFile)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	content, err := io.ReadAll(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path.Join(r.dir, name), err)
	}
	return content, nil
}
