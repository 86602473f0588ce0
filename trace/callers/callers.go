// Package callers limits the connections of a listener. A connection waits until its caller has been identified and admitted. If too many
// connections wait, the oldest is closed in the network that has the most. Silent callers thus only displace each other. An admitted
// connection is never closed in favor of another; connections above the limit are not admitted.
package callers

import (
	"net"
	"net/netip"
	"slices"
	"sync"
)

// Limits are the largest numbers of simultaneous connections, in total and per network. A network is an IPv4 address or the first 64 bits
// of an IPv6 address, since one caller controls all addresses with this prefix.
type Limits struct {
	Waiting, WaitingEach int
	Inside, InsideEach   int
}

// Listener accepts connections of type *[Conn].
type Listener struct {
	net.Listener
	limits Limits

	mu      sync.Mutex
	waiting []*Conn // oldest first
	inside  int
	each    map[netip.Prefix]int // of admitted connections
}

// Limit returns a listener that accepts connections from l.
func Limit(l net.Listener, limits Limits) *Listener {
	return &Listener{Listener: l, limits: limits, each: map[netip.Prefix]int{}}
}

// Conn is a connection that is waiting or admitted.
type Conn struct {
	net.Conn
	listener *Listener
	network  netip.Prefix // of the caller; zero without an IP address, as for local sockets
	state    state        // guarded by the listener's mutex
}

type state int

const (
	waiting state = iota
	inside
	gone
)

// Accept waits for the next connection. If too many are waiting, it closes one of them.
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

// Close closes the listener and the waiting connections.
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

// wait adds a waiting connection and returns the one to close; nil if there is none.
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

// LetIn admits the connection and reports whether it did. It does not if the connection is closed or a limit is reached.
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

// Close closes the connection and frees its place.
func (c *Conn) Close() error {
	l := c.listener
	l.mu.Lock()
	l.leave(c)
	l.mu.Unlock()
	return c.Conn.Close()
}

// leave removes a connection from the counts. The caller holds l.mu.
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

// Open returns the numbers of waiting and admitted connections.
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
