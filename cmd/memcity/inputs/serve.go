package inputs

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"syscall"

	"memcity/city/seq"
	"memcity/city/serve"
	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
	"memcity/words"
)

// serveFlags contains the options of serve.
type serveFlags struct {
	grouping cli.Grouping
	listen   string
	options  serve.Options
	each     bool
}

// minToken is the minimum length of a token that the user chooses.
const minToken = 8

// serveTrees serves memory trees over WebSockets until it is interrupted.
func serveTrees(c *cli.Call) error {
	set := c.Flags()
	var f serveFlags
	f.grouping.Register(c, set)
	set.StringVar(&f.listen, "listen", "127.0.0.1:8887", "")
	set.StringArrayVar(&f.options.Origins, "origin", nil, "")
	set.StringVar(&f.options.Token, "token", "", "")
	set.BoolVar(&f.each, "each", false, "")
	paths, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	if err := f.check(set.Changed("token")); err != nil {
		return err
	}
	c.Follows = true
	sources, err := f.sources(c, paths)
	if err != nil {
		return err
	}
	f.options.Notify = func(text string) { c.Notify("warning: " + text) }
	l, err := f.open(c)
	if err != nil {
		return err
	}
	f.needToken(l.Addr())
	server, err := serve.New(sources, f.options)
	if err != nil {
		l.Close()
		return err
	}
	f.report(c, l.Addr(), sources)
	return server.Serve(c.Ctx, l)
}

func (f *serveFlags) check(token bool) error {
	if _, _, err := net.SplitHostPort(f.listen); err != nil {
		return cli.Usagef("listen %q: expected HOST:PORT, such as 127.0.0.1:8887", f.listen)
	}
	if token && len(f.options.Token) < minToken {
		return cli.Usagef("token: expected at least %d characters", minToken)
	}
	for _, origin := range f.options.Origins {
		u, err := url.Parse(origin)
		if origin != "null" && (err != nil || u.Scheme == "" || u.Host == "" || strings.Trim(u.Path, "/") != "" ||
			strings.Contains(u.Host, "*")) {
			return cli.Usagef("origin %q: expected an origin such as https://example.org, or null", origin)
		}
	}
	return nil
}

// sources opens the paths as one recording, or as one recording each with --each.
func (f *serveFlags) sources(c *cli.Call, paths []string) ([]serve.Source, error) {
	groups := [][]string{paths}
	if f.each && len(paths) > 1 {
		groups = nil
		for _, path := range paths {
			groups = append(groups, []string{path})
		}
	}
	var sources []serve.Source
	for _, group := range groups {
		if err := c.CheckPaths(group); err != nil {
			return nil, err
		}
		opened, err := c.Open(group)
		if err != nil {
			return nil, err
		}
		by, err := f.grouping.Find(c, opened, trees.Shallow)
		if err != nil {
			return nil, err
		}
		written, err := c.Definitions()
		if err != nil {
			return nil, err
		}
		sources = append(sources, serve.Source{Recording: opened.Recording, Options: written.Options(), By: by})
	}
	return sources, nil
}

// open listens on the address.
func (f *serveFlags) open(c *cli.Call) (net.Listener, error) {
	var config net.ListenConfig
	l, err := config.Listen(c.Ctx, "tcp", f.listen)
	var op *net.OpError
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("listen %s: another program, perhaps AntTracks, uses this address; choose another with --listen", f.listen)
	case errors.As(err, &op):
		return nil, fmt.Errorf("listen %s: %w", f.listen, op.Err)
	}
	return l, err
}

// needToken generates a token if the address requires one and the user gave none.
func (f *serveFlags) needToken(at net.Addr) {
	if f.options.Token == "" && !serve.Local(at) {
		f.options.Token = rand.Text()
	}
}

// report prints the served recordings and their address.
func (f *serveFlags) report(c *cli.Call, at net.Addr, sources []serve.Source) {
	for i, s := range sources {
		fmt.Fprintf(c.Text(), "tab %d: %s, %d GC points by %s\n", i+1, words.Printable(s.Recording.Name), len(s.Recording.Points),
			words.Printable(seq.Join(s.By.By, ", ")))
	}
	host, port, _ := net.SplitHostPort(at.String())
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "HOST"
		if name, err := os.Hostname(); err == nil {
			host = name
		}
	}
	address := "ws://" + net.JoinHostPort(host, port) + "/"
	if f.options.Token != "" {
		address += "?token=" + url.QueryEscape(f.options.Token)
	}
	fmt.Fprintln(c.Stdout, "open "+address)
	if !serve.Local(at) {
		fmt.Fprintln(c.Stdout, "nothing is encrypted: anyone who can read the network traffic can read the token and the trees")
	}
}
