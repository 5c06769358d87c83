package target

import (
	"errors"
	"fmt"
	"net/url"
	"sync"
)

// Listen serves an embedded mock on a free loopback port for client programs. It answers the address
// ("http://127.0.0.1:40001") and a function that stops it.
type Listen func() (address string, stop func() error, err error)

// ErrUnreached is the reason why client programs cannot be used with a mock that does not listen.
var ErrUnreached = errors.New("a client program cannot reach a mock that is embedded in this process and does not listen")

// reached is the address of an embedded mock, from the first call of Reach on.
type reached struct {
	once    sync.Once
	address string
	stop    func() error
	err     error
}

// Reach answers the target's address for client programs: "" for its usual one. An embedded mock starts to listen at the first call.
func (t *Target) Reach() (string, error) {
	if t.Kind != Embedded {
		return "", nil
	}
	t.reached.once.Do(func() {
		if t.Listen == nil {
			t.reached.err = ErrUnreached
			return
		}
		if t.reached.address, t.reached.stop, t.reached.err = t.Listen(); t.reached.err != nil {
			t.reached.err = fmt.Errorf("a client program cannot reach the embedded mock, which cannot listen on a loopback port: %w", t.reached.err)
		}
	})
	return t.reached.address, t.reached.err
}

// unlisten stops what Reach started.
func (t *Target) unlisten() error {
	if t.reached.stop == nil {
		return nil
	}
	return t.reached.stop()
}

// moveURL replaces the address in a URL; "" keeps it.
func moveURL(from, address string) (string, error) {
	if address == "" {
		return from, nil
	}
	u, err := url.Parse(from)
	if err != nil {
		return "", err
	}
	to, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	u.Scheme, u.Host = to.Scheme, to.Host
	return u.String(), nil
}
