package record

import (
	"compress/gzip"
	"io"
	"os"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/record/diagnostics/diagnosticstest"
)

// TestAttachDotnet records a server with the protocol of .NET.
func TestAttachDotnet(t *testing.T) {
	f, err := os.Open("../dotnet/testdata/known.nettrace.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	server := &diagnosticstest.Server{Held: 100}
	if server.Trace, err = io.ReadAll(z); err != nil {
		t.Fatal(err)
	}
	server.Start(t)
	r, err := Attach(t.Context(), os.Getpid(), options(t, Sampled))
	if err != nil {
		t.Fatal(err)
	}
	until(t, r, "a first point", points(1))
	request(t, r)
	r.Stop()
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	rec := opened(t, r.Path())
	if rec.Runtime != trace.DotNet || len(rec.Points) != 2 || count(t, &rec.Points[1], "Shop.Order") != 100 {
		t.Errorf("recorded %+v", rec)
	}
	if _, open := server.Commands(); open != 0 || len(about(r.Status())) > 0 {
		t.Errorf("%d sessions are open, notes %v", open, r.Status().Notes)
	}
}

// TestDotnetDisabled checks that a command is refused whose environment turns the socket off.
func TestDotnetDisabled(t *testing.T) {
	o := options(t, Sampled)
	o.Env = append(os.Environ(), "DOTNET_EnableDiagnostics=0")
	if _, err := Start(t.Context(), []string{"dotnet", "app.dll"}, o); err == nil || !strings.Contains(err.Error(), "DOTNET_EnableDiagnostics") {
		t.Errorf("error %v", err)
	}
}
