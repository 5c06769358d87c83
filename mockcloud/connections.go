package mockcloud

import (
	"net"
	"sync"
)

// limitConnections wraps a listener so that at most the given number of connections is open at once.
func limitConnections(l net.Listener, most int) net.Listener {
	return &boundedListener{Listener: l, places: make(chan struct{}, most), closed: make(chan struct{})}
}

type boundedListener struct {
	net.Listener
	places chan struct{}
	closed chan struct{}
	once   sync.Once
}

// Accept waits until another connection may be open.
func (l *boundedListener) Accept() (net.Conn, error) {
	select {
	case l.places <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	conn, err := l.Listener.Accept()
	if err != nil {
		<-l.places
		return nil, err
	}
	return &placed{Conn: conn, leave: sync.OnceFunc(func() { <-l.places })}, nil
}

func (l *boundedListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// placed is a counted connection; closing it allows another one.
type placed struct {
	net.Conn
	leave func()
}

func (p *placed) Close() error {
	err := p.Conn.Close()
	p.leave()
	return err
}

// CloseWrite lets a client read the answer to a request that was not read completely; net/http calls it.
func (p *placed) CloseWrite() error {
	if half, ok := p.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
