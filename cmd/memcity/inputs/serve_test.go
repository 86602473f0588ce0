package inputs

import (
	"bytes"
	"net"
	"strings"
	"testing"

	"memcity/city/serve"
	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
)

// TestServeToken: an address that other computers can reach gets a token, a new one each time.
func TestServeToken(t *testing.T) {
	sources := []serve.Source{{Recording: &trace.Recording{Name: "x"}, By: trees.By("type")}}
	seen := map[string]bool{}
	for _, at := range []net.IP{net.IPv4(192, 0, 2, 1), net.IPv6unspecified, net.IPv6loopback} {
		var f serveFlags
		var stdout bytes.Buffer
		address := &net.TCPAddr{IP: at, Port: 8887}
		f.needToken(address)
		f.report(&cli.Call{Stdout: &stdout}, address, sources)
		token := f.options.Token
		if local := at.IsLoopback(); (token == "") != local || seen[token] || len(token) < 20 && !local ||
			strings.Contains(stdout.String(), "nothing is encrypted") == local || !strings.Contains(stdout.String(), token) {
			t.Errorf("%s: token %q, printed %s", at, token, stdout.String())
		}
		seen[token] = true
		if at.IsUnspecified() && strings.Contains(stdout.String(), "[::]") {
			t.Errorf("printed %s", stdout.String())
		}
	}
}
