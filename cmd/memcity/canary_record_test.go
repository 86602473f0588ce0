package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/trace/tracetest/jdk"
)

// secretive is a program with canaries in strings, arrays, fields, properties and its arguments. It ends with its input.
const secretive = `import java.util.*;
public class Secretive {
  static Map<String, Object> kept = new HashMap<>();
  String password;
  char[] pin = "CANARY-pin".toCharArray();
  long number = 7351926480L;
  public static void main(String[] a) throws Exception {
    System.setProperty("app.password", "CANARY-property");
    for (int i = 0; i < 500; i++) {
      Secretive s = new Secretive();
      s.password = "CANARY-password-" + i;
      kept.put("CANARY-key-" + i, s);
    }
    kept.put("arguments", a);
    System.gc();
    System.out.println("hello");
    while (System.in.read() >= 0) { }
  }
}`

// TestCanariesOfRecorder: recordings contain no heap contents, and no arguments, environment or properties of the program.
func TestCanariesOfRecorder(t *testing.T) {
	home := jdk.Homes(t)[0]
	dir := jdk.Compile(t, home, "Secretive", secretive)
	t.Setenv("APP_PASSWORD", canary+"-environment")
	for _, mode := range []string{"histograms", "dumps", "sampled", "exact"} {
		out := t.TempDir()
		path := filepath.Join(out, "out.mct")
		cmd, stdin, _, stderr := recorder(t, "record", "--mode", mode, "-o", path, "--", jdk.Tool(home, "java"), "-Xmx64m", "-Dapp.token="+canary+"-token",
			"-cp", dir, "Secretive", canary+"-argument", "--password="+canary)
		waitForPoint(t, path)
		stdin.Close()
		cmd.Wait()
		if !cmd.ProcessState.Success() {
			t.Errorf("%s: %v: %s", mode, cmd.ProcessState, stderr)
		}
		findCanaries(t, mode+" to its messages", []byte(stderr.String()))
		searchFolder(t, out)
		if tree := ok(t, "tree", path, "--by", "type"); !strings.Contains(tree, "Secretive") {
			t.Errorf("%s: the objects are not recorded:\n%s", mode, tree)
		}
		info := memcity("info", path)
		findCanaries(t, mode+": info", []byte(info.stdout+info.stderr))
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
}
