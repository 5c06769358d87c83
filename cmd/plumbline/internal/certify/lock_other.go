//go:build !unix

package certify

import "os"

// lockFile does nothing on systems without such locks.
func lockFile(*os.File) error { return nil }
