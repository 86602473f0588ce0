//go:build linux

package record

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"memcity/trace"
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

// dotnetProgram compiles a program, and returns the command that starts it.
func dotnetProgram(t *testing.T, text string) []string {
	t.Helper()
	host, err := exec.LookPath("dotnet")
	if err != nil {
		t.Skip("there is no .NET")
	}
	if host, err = filepath.EvalSymlinks(host); err != nil {
		t.Fatal(err)
	}
	found, _ := filepath.Glob(filepath.Join(filepath.Dir(host), "shared", "Microsoft.NETCore.App", "*", "System.Private.CoreLib.dll"))
	compiler, err := exec.LookPath("mcs")
	if err != nil || len(found) == 0 {
		t.Skip("there is no compiler of Mono, or no framework")
	}
	framework, dir := filepath.Dir(found[len(found)-1]), t.TempDir()
	source, assembly := filepath.Join(dir, "shop.cs"), filepath.Join(dir, "shop.dll")
	config := `{"runtimeOptions":{"framework":{"name":"Microsoft.NETCore.App","version":"` + filepath.Base(framework) +
		`"},"configProperties":{"System.Globalization.Invariant":true}}}`
	for path, text := range map[string]string{source: text, filepath.Join(dir, "shop.runtimeconfig.json"): config} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"-nostdlib", "-noconfig", "-out:" + assembly, source}
	for _, name := range []string{"System.Private.CoreLib", "System.Runtime", "System.Collections", "System.Console"} {
		args = append(args, "-r:"+filepath.Join(framework, name+".dll"))
	}
	if out, err := exec.Command(compiler, args...).CombinedOutput(); err != nil {
		t.Skipf("the compiler does not support this version of .NET: %s", out)
	}
	return []string{"env", "A=1", host, "exec", assembly}
}

// TestStartDotnet records a started program to its end.
func TestStartDotnet(t *testing.T) {
	k, r := starts(t, dotnetProgram(t, dotnetLeak), options(t, Sampled))
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
