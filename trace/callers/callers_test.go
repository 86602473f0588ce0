package callers

import (
	"errors"
	"math/rand/v2"
	"net"
	"net/netip"
	"slices"
	"testing"
)

// call is a caller's connection that records whether it was closed.
type call struct {
	net.Conn
	from   string
	closed bool
}

func (c *call) Close() error {
	c.closed = true
	return nil
}

func (c *call) RemoteAddr() net.Addr {
	if c.from == "" {
		return &net.UnixAddr{}
	}
	return net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(c.from), 1234))
}

// line is a listener whose connections are made by a test.
type line struct {
	net.Listener
	next *call
}

func (l *line) Close() error { return nil }

func (l *line) Accept() (net.Conn, error) {
	if l.next == nil {
		return nil, net.ErrClosed
	}
	return l.next, nil
}

// TestAgainstLists compares the connections with an obvious implementation, for random calls, admissions and closes.
func TestAgainstLists(t *testing.T) {
	type known struct {
		conn    *Conn
		call    *call
		network string
		inside  bool
	}
	networks := map[string]string{"10.0.0.1": "a", "10.0.0.2": "b", "::ffff:10.0.0.2": "b", "2001:db8::1": "c", "2001:db8::2:0:0:1": "c",
		"2001:db8:0:1::1": "d", "": "local"}
	var addresses []string
	for a := range networks {
		addresses = append(addresses, a)
	}
	slices.Sort(addresses)
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 1))
		limits := Limits{Waiting: 1 + random.IntN(6), WaitingEach: 1 + random.IntN(4), Inside: 1 + random.IntN(5), InsideEach: 1 + random.IntN(3)}
		source := &line{}
		l := Limit(source, limits)
		var open []known // in order of arrival
		count := func(is func(known) bool) (n int) {
			for _, k := range open {
				if is(k) {
					n++
				}
			}
			return n
		}
		waits := func(network string) int {
			return count(func(k known) bool { return !k.inside && k.network == network })
		}
		for step := range 300 {
			switch what := random.IntN(4); {
			case what < 2 || len(open) == 0:
				from := addresses[random.IntN(len(addresses))]
				source.next = &call{from: from}
				conn, err := l.Accept()
				if err != nil {
					t.Fatal(err)
				}
				open = append(open, known{conn.(*Conn), source.next, networks[from], false})
				worst := networks[from]
				if waits(worst) <= limits.WaitingEach {
					if count(func(k known) bool { return !k.inside }) <= limits.Waiting {
						break
					}
					for _, k := range open {
						if waits(k.network) > waits(worst) {
							worst = k.network
						}
					}
				}
				// If several networks have the most connections, any of them may be chosen.
				out := slices.IndexFunc(open, func(k known) bool { return k.call.closed })
				if out < 0 || open[out].inside || waits(open[out].network) != waits(worst) ||
					slices.IndexFunc(open, func(k known) bool { return !k.inside && k.network == open[out].network }) != out {
					t.Fatalf("seed %d, step %d: %d is closed of %+v", seed, step, out, open)
				}
				open = slices.Delete(open, out, out+1)
			case what == 2:
				i := random.IntN(len(open))
				want := !open[i].inside && count(func(k known) bool { return k.inside }) < limits.Inside &&
					count(func(k known) bool { return k.inside && k.network == open[i].network }) < limits.InsideEach
				if got := open[i].conn.LetIn(); got != want {
					t.Fatalf("seed %d, step %d: let in %v, want %v", seed, step, got, want)
				}
				open[i].inside = open[i].inside || want
			default:
				i := random.IntN(len(open))
				for range 1 + random.IntN(2) { // closing twice has no further effect
					open[i].conn.Close()
				}
				if !open[i].call.closed || open[i].conn.LetIn() {
					t.Fatalf("seed %d, step %d: not closed", seed, step)
				}
				open = slices.Delete(open, i, i+1)
			}
			in := count(func(k known) bool { return k.inside })
			if w, i := l.Open(); w != len(open)-in || i != in {
				t.Fatalf("seed %d, step %d: %d wait and %d are inside, want %d and %d", seed, step, w, i, len(open)-in, in)
			}
			if i := slices.IndexFunc(open, func(k known) bool { return k.call.closed }); i >= 0 {
				t.Fatalf("seed %d, step %d: %d is closed", seed, step, i)
			}
		}
	}
}

// TestFlood checks that many waiting connections from one address do not displace those of another.
func TestFlood(t *testing.T) {
	source := &line{next: &call{from: "10.0.0.1"}}
	l := Limit(source, Limits{Waiting: 8, WaitingEach: 8, Inside: 1, InsideEach: 1})
	patient := source.next
	first, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		source.next = &call{from: "10.0.0.2"}
		if _, err := l.Accept(); err != nil {
			t.Fatal(err)
		}
	}
	if w, _ := l.Open(); w != 8 || patient.closed || !first.(*Conn).LetIn() {
		t.Errorf("%d wait; the first is closed: %v", w, patient.closed)
	}
	l.Close()
	if w, in := l.Open(); w != 0 || in != 1 || !source.next.closed || patient.closed {
		t.Errorf("at the end %d wait, %d are inside; the first is closed: %v, the last: %v", w, in, patient.closed, source.next.closed)
	}
	source.next = nil
	if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
}
