package serve

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"memcity/trace/callers"
	"memcity/trace/guard"
	"memcity/trace/wire/antsocket"
)

// Options configures access to a server.
type Options struct {
	// Origins are the additional origins of pages that may connect, as browsers write them: https://example.org, or null for pages without
	// an origin, such as local files.
	Origins []string
	// Token is the token that every client must have; empty for none.
	Token string
	// Notify receives messages for the server's user. It must be safe for concurrent use.
	Notify func(text string)
}

// limits contains the limits for clients.
type limits struct {
	callers.Limits               // connections; those inside have shown origin and token
	Request        int64         // bytes of a request
	Subscriptions  int           // per connection
	Idle           time.Duration // without a request or subscription
	First          time.Duration // until the first request
	Stall          time.Duration // in the middle of a message, in either direction
	Handshake      time.Duration // until the HTTP request is complete
	Header         int           // bytes of the HTTP request
	Penalty        time.Duration // delay before a wrong token is refused, so that guessing is slow
	Look           time.Duration // interval between checks for new GC points
	Farewell       time.Duration // for clients to disconnect when the server ends
}

// SECURITY.md and the manual's page on WebSockets document these values. They are generous for requests. The longest requests contain the
// key of a node, which may take some kB for call chains.
const (
	maxRequest       = 256 << 10
	maxHeader        = 16 << 10
	maxConnections   = 32
	maxOfAddress     = 16
	maxWaiting       = 32
	maxWaitingEach   = 16
	maxSubscriptions = 8
	maxIdle          = 10 * time.Minute
	maxFirst         = time.Minute
	maxStall         = 30 * time.Second
	maxHandshake     = 5 * time.Second
	penalty          = time.Second
)

var defaultLimits = limits{
	Limits:  callers.Limits{Waiting: maxWaiting, WaitingEach: maxWaitingEach, Inside: maxConnections, InsideEach: maxOfAddress},
	Request: maxRequest, Header: maxHeader, Subscriptions: maxSubscriptions, Idle: maxIdle, First: maxFirst, Stall: maxStall,
	Handshake: maxHandshake, Penalty: penalty, Look: time.Second, Farewell: 2 * time.Second}

// Server serves its tabs to clients.
type Server struct {
	tabs    []*tab
	options Options
	limits  limits

	mu      sync.Mutex
	clients map[*client]struct{}
	refused map[string]struct{} // refusals that have been reported
	callers *callers.Listener
	closed  bool
	running sync.WaitGroup
	context context.Context
	cancel  context.CancelFunc
}

// New returns a server with a tab for each source, numbered from 1. It is an error if a recording does not support its grouping.
func New(sources []Source, options Options) (*Server, error) {
	s := &Server{options: options, limits: defaultLimits, clients: map[*client]struct{}{},
		refused: map[string]struct{}{}}
	if s.options.Notify == nil {
		s.options.Notify = func(string) {}
	}
	for i, source := range sources {
		t, err := newTab(antsocket.Whole(i+1), source, s.options.Notify)
		if err != nil {
			return nil, err
		}
		s.tabs = append(s.tabs, t)
	}
	s.context, s.cancel = context.WithCancel(context.Background())
	return s, nil
}

// Serve serves connections of l until ctx is done, then notifies the clients and returns nil. It closes l. A server serves only once. It is
// an error if there is no token and other computers can reach the listener.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	if s.options.Token == "" && !Local(l.Addr()) {
		l.Close()
		return fmt.Errorf("%s: other computers can connect to this address; expected a token", l.Addr())
	}
	// A connection is for one request. These time limits end when it becomes a WebSocket.
	web := &http.Server{Handler: s, ReadTimeout: s.limits.Handshake, WriteTimeout: s.limits.Handshake + s.limits.Penalty,
		MaxHeaderBytes: s.limits.Header, ErrorLog: log.New(io.Discard, "", 0),
		ConnContext: func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, caller{}, c) }}
	web.SetKeepAlivesEnabled(false)
	looking, stopLooking := context.WithCancel(ctx)
	var looks sync.WaitGroup
	for _, t := range s.tabs {
		looks.Go(guard.Safe(func() { s.watch(looking, t) }))
	}
	failed := make(chan error, 1)
	s.mu.Lock()
	s.callers = callers.Limit(l, s.limits.Limits)
	s.mu.Unlock()
	guard.Go(func() error { return web.Serve(s.callers) }, func(err error) { failed <- err })
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	stopLooking()
	web.Close()
	s.close()
	looks.Wait()
	return err
}

// Local reports whether only programs on this computer can connect to an address.
func Local(a net.Addr) bool {
	tcp, ok := a.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// watch checks a tab for new GC points. It reports repeated errors once, and retries at increasing intervals.
func (s *Server) watch(ctx context.Context, t *tab) {
	pause, notified := s.limits.Look, ""
	for {
		more, err := t.look(ctx)
		switch {
		case !more || ctx.Err() != nil:
			return
		case err == nil:
			pause, notified = s.limits.Look, ""
		default:
			if err.Error() != notified {
				notified = err.Error()
				s.options.Notify(notified)
			}
			pause = min(2*pause, 30*s.limits.Look)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// caller is the key of the connection in the context of a request.
type caller struct{}

// delay waits before a wrong token is refused. The limit on connections per address also limits the number of waiting requests.
func (s *Server) delay(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(s.limits.Penalty):
	}
}

// ServeHTTP serves one client until it disconnects.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if status, why := s.check(r); why != "" {
		s.reportRefused(r, why)
		if status == http.StatusUnauthorized {
			s.delay(r.Context())
		}
		http.Error(w, why, status)
		return
	}
	conn, ok := r.Context().Value(caller{}).(*callers.Conn)
	c := &client{server: s}
	if !ok || !conn.LetIn() || !s.enter(c) {
		http.Error(w, "too many connections", http.StatusServiceUnavailable)
		return
	}
	defer s.leave(c)
	// The origin has been checked. On errors the library responds.
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		return
	}
	ws.SetReadLimit(s.limits.Request)
	s.mu.Lock()
	c.ws = ws
	closed := s.closed
	s.mu.Unlock()
	if !closed {
		c.run(s.context)
	}
	ws.CloseNow()
}

// maxRefused is the maximum number of different refusals that are reported.
const maxRefused = 50

// reportRefused reports a refused client once.
func (s *Server) reportRefused(r *http.Request, why string) {
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	text := fmt.Sprintf("refused a client at %s: %s", host, why)
	s.mu.Lock()
	_, known := s.refused[text]
	known = known || len(s.refused) >= maxRefused
	if !known {
		s.refused[text] = struct{}{}
	}
	s.mu.Unlock()
	if !known {
		s.options.Notify(text)
	}
}

// enter adds a client. It returns false if the server is closing.
func (s *Server) enter(c *client) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.clients[c] = struct{}{}
	s.running.Add(1)
	return true
}

func (s *Server) leave(c *client) {
	s.mu.Lock()
	delete(s.clients, c)
	s.mu.Unlock()
	s.running.Done()
}

// close disconnects all clients and waits for them.
func (s *Server) close() {
	s.mu.Lock()
	s.closed = true
	for c := range s.clients {
		if c.ws != nil {
			guard.Go(func() error { return c.ws.Close(websocket.StatusGoingAway, "the server is shutting down") }, nil)
		}
	}
	s.mu.Unlock()
	timer := time.AfterFunc(s.limits.Farewell, s.cancel)
	s.running.Wait()
	timer.Stop()
	s.cancel()
}

// check returns the reason to refuse a client, with the HTTP status; empty if it is admitted.
func (s *Server) check(r *http.Request) (status int, why string) {
	if !s.origin(r) {
		return http.StatusForbidden, fmt.Sprintf("pages from %.100q are not allowed to connect", r.Header.Get("Origin"))
	}
	if s.options.Token != "" && !sameToken(s.options.Token, tokenOf(r)) {
		return http.StatusUnauthorized, "the server's token is required"
	}
	return 0, ""
}

// origin reports whether the origin of the request, if any, is allowed.
func (s *Server) origin(r *http.Request) bool {
	all := r.Header.Values("Origin")
	if len(all) == 0 {
		return true
	}
	if len(all) > 1 {
		return false
	}
	if slices.ContainsFunc(s.options.Origins, func(o string) bool { return strings.EqualFold(strings.TrimSuffix(o, "/"), all[0]) }) {
		return true
	}
	u, err := url.Parse(all[0])
	return err == nil && u.Host != "" && strings.EqualFold(u.Host, r.Host) && isAddress(u.Hostname())
}

// isAddress reports whether a host is an address or localhost, which no name server can redirect.
func isAddress(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil || strings.EqualFold(host, "localhost")
}

// tokenOf returns the token of a request.
func tokenOf(r *http.Request) string {
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return token
	}
	return r.URL.Query().Get("token")
}

// sameToken compares tokens in constant time.
func sameToken(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}
