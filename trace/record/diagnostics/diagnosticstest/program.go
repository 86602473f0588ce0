//go:build linux

package diagnosticstest

import (
	"os"
	"path/filepath"
	"testing"

	"memcity/trace/process"
)

// Program compiles a program in C#, and returns the command that starts it. It skips the test if .NET or the compiler is missing.
func Program(t *testing.T, text string) []string {
	t.Helper()
	host, err := process.Find("dotnet")
	if err != nil {
		t.Skip("there is no .NET")
	}
	if host, err = filepath.EvalSymlinks(host); err != nil {
		t.Fatal(err)
	}
	found, _ := filepath.Glob(filepath.Join(filepath.Dir(host), "shared", "Microsoft.NETCore.App", "*", "System.Private.CoreLib.dll"))
	compiler, err := process.Find("mcs")
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
	if out, err := process.Command(t.Context(), compiler, args...).CombinedOutput(); err != nil {
		t.Skipf("the compiler does not support this version of .NET: %s", out)
	}
	return []string{"env", "A=1", host, "exec", assembly}
}
