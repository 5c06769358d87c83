//go:build unix

package certify

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lockFile locks a log against a second process while it is written. The lock ends with the process, also when that is killed.
func lockFile(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return fmt.Errorf("%s: another process is writing this run's log: wait until it ends, or give another --out", file.Name())
	}
	return err
}
