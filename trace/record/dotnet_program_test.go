//go:build linux

package record

import (
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/record/diagnostics/diagnosticstest"
)

// dotnetLeak is a program that keeps as many objects as its standard input requests.
const dotnetLeak = `using System; using System.Collections.Generic;
namespace Shop {
  class Order { public int Id; }
  static class Stock { public static readonly List<Order> All = new List<Order>(); }
  static class Program {
    static int Main() {
      Console.WriteLine("ready");
      for (string line; (line = Console.ReadLine()) != null; Console.WriteLine("done"))
        for (int i = int.Parse(line); i > 0; i--) Stock.All.Add(new Order { Id = i });
      return Stock.All.Count % 100;
    }
  }
}`

// TestStartDotnet records a started program to its end.
func TestStartDotnet(t *testing.T) {
	k, r := starts(t, diagnosticstest.Program(t, dotnetLeak), options(t, Sampled))
	until(t, r, "a file", func(s Status) bool { return len(s.Files) > 0 })
	k.do(t, "100")
	request(t, r)
	k.do(t, "23")
	request(t, r)
	k.in.Close()
	if status := r.WaitProgram(); status != 23 {
		t.Errorf("the program ended with status %d: %s", status, k.errText.String())
	}
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	s := r.Status()
	if len(about(s)) > 0 || s.Files[0].Program != "shop.dll" || !s.Files[0].Ended || !strings.HasPrefix(s.Files[0].VM, ".NET ") {
		t.Errorf("status %+v", s)
	}
	rec := opened(t, r.Path())
	if rec.Runtime != trace.DotNet || len(rec.Points) < 2 {
		t.Fatalf("recorded %+v", rec)
	}
	if n := count(t, &rec.Points[len(rec.Points)-1], "Shop.Order"); n != 123 {
		t.Errorf("%d orders", n)
	}
}
