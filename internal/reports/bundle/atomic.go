package bundle

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
)

// file is one file to write: its name inside the folder and the function that writes its content.
type file struct {
	name  string
	write func(io.Writer) error
}

// WriteFile writes one file into a folder, completely or not at all.
func WriteFile(dir, name string, write func(io.Writer) error) error {
	return writeAll(dir, []file{{name, write}})
}

// writeAll writes the files, concurrently, into a temporary folder and moves them to their places when all are complete.
func writeAll(dir string, files []file) (err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make report folder: %w", err)
	}
	temp, err := os.MkdirTemp(dir, ".writing-")
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	defer os.RemoveAll(temp)
	failed := make([]error, len(files))
	var writing sync.WaitGroup
	for i, f := range files {
		writing.Go(func() { failed[i] = writeFile(filepath.Join(temp, f.name), f.write) })
	}
	writing.Wait()
	for i, f := range files {
		if failed[i] != nil {
			return fmt.Errorf("write report: %s: %w (nothing was changed in %s)", f.name, failed[i], dir)
		}
	}
	for _, f := range files {
		if err := os.Rename(filepath.Join(temp, f.name), filepath.Join(dir, f.name)); err != nil {
			return fmt.Errorf("write report: %w", err)
		}
	}
	return nil
}

func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return writeAndClose(f, write)
}

// writeAndClose writes and closes a file. It also reports errors that only show in the flush, the sync or the
// close: a full disk, a quota.
func writeAndClose(f *os.File, write func(io.Writer) error) (err error) {
	defer func() {
		if closed := f.Close(); err == nil {
			err = closed
		}
	}()
	b := bufio.NewWriterSize(f, 1<<16)
	if err := write(b); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return err
	}
	return f.Sync()
}
