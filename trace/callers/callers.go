// Package callers bounds the connections that a listener holds. A connection waits until its caller is known and let in. Only so many
// may wait: when another one comes, the one that has waited longest is closed, of the network that has most of them, so that callers that
// say nothing push out one another and nobody else. Of those that are let in none is closed for others; what is over the limit is not
// let in.
package callers

import (
	"net"
	"net/netip"
	"slices"
	"sync"
)

// Limits are how many connections there may be at a time, in all and from one network. A network is an address, or the first 64 bits
// of one of IPv6, which one caller has as a whole.
type Limits struct {
	Waiting, WaitingEach int
	Inside, InsideEach   int
}

// Listener accepts connections of type *[Conn].
type Listener struct {
	net.Listener
	limits Limits

	mu      sync.Mutex
	waiting []*Conn // those that have waited longest first
	inside  int
	each    map[netip.Prefix]int // of those inside
}

// Limit returns a listener that takes its connections from l.
func Limit(l net.Listener, limits Limits) *Listener {
	return &Listener{Listener: l, limits: limits, each: map[netip.Prefix]int{}}
}

// Conn is a connection that waits, or is let in.
type Conn struct {
	net.Conn
	listener *Listener
	network  netip.Prefix // that it comes from; zero if it has no address, as on this computer's sockets
	state    state        // locked by the listener
}

type state int

const (
	waiting state = iota
	inside
	gone
)

// Accept waits for the next connection. It closes one that waits if there are too many.
func (l *Listener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &Conn{Conn: conn, listener: l, network: networkOf(conn.RemoteAddr())}
	if surplus := l.wait(c); surplus != nil {
		surplus.Conn.Close()
	}
	return c, nil
}

// Close closes the listener and the connections that wait.
func (l *Listener) Close() error {
	err := l.Listener.Close()
	l.mu.Lock()
	left := slices.Clone(l.waiting)
	l.mu.Unlock()
	for _, c := range left {
		c.Close()
	}
	return err
}

// wait adds a connection to those that wait, and returns the one that has to go.
func (l *Listener) wait(c *Conn) (surplus *Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = append(l.waiting, c)
	each := map[netip.Prefix]int{}
	most := c.network
	for _, w := range l.waiting {
		each[w.network]++
		if each[w.network] > each[most] {
			most = w.network
		}
	}
	switch {
	case each[c.network] > l.limits.WaitingEach:
		most = c.network
	case len(l.waiting) <= l.limits.Waiting:
		return nil
	}
	at := slices.IndexFunc(l.waiting, func(w *Conn) bool { return w.network == most })
	surplus = l.waiting[at]
	l.waiting = slices.Delete(l.waiting, at, at+1)
	surplus.state = gone
	return surplus
}

// LetIn reports whether the connection is let in: it is still open, and not too many are inside.
func (c *Conn) LetIn() bool {
	l := c.listener
	l.mu.Lock()
	defer l.mu.Unlock()
	if c.state != waiting || l.inside >= l.limits.Inside || l.each[c.network] >= l.limits.InsideEach {
		return false
	}
	l.leave(c)
	c.state = inside
	l.inside++
	l.each[c.network]++
	return true
}

// Close closes the connection and makes room for another one.
func (c *Conn) Close() error {
	l := c.listener
	l.mu.Lock()
	l.leave(c)
	l.mu.Unlock()
	return c.Conn.Close()
}

// leave takes a connection out of those that are counted. The listener is locked.
func (l *Listener) leave(c *Conn) {
	switch c.state {
	case waiting:
		l.waiting = slices.DeleteFunc(l.waiting, func(w *Conn) bool { return w == c })
	case inside:
		l.inside--
		if l.each[c.network]--; l.each[c.network] == 0 {
			delete(l.each, c.network)
		}
	}
	c.state = gone
}

// Open returns how many connections wait and are inside.
func (l *Listener) Open() (waiting, inside int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.waiting), l.inside
}

// networkOf returns the network of an address.
func networkOf(a net.Addr) netip.Prefix {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.Prefix{}
	}
	address := tcp.AddrPort().Addr().Unmap().WithZone("")
	bits := address.BitLen()
	if address.Is6() {
		bits = 64
	}
	network, _ := address.Prefix(bits)
	return network
}
