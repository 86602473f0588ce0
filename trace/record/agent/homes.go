package agent

import (
	"os"
	"path/filepath"

	"memcity/trace/process"
)

// Homes returns the folders of installed JDKs and JREs: JAVA_HOME, that of the java on the PATH, and those in the system's usual places.
// The list has no duplicates. It omits folders that other users can write to.
func Homes() []string {
	var homes []string
	seen := map[string]bool{}
	add := func(home string) {
		real, err := filepath.EvalSymlinks(home)
		if home == "" || err != nil || seen[real] || process.Shared(home) ||
			!(isFile(filepath.Join(real, "bin", "java")) || isFile(filepath.Join(real, "bin", "java.exe"))) {
			return
		}
		seen[real] = true
		homes = append(homes, real)
	}
	add(os.Getenv("JAVA_HOME"))
	if java, err := process.Find("java"); err == nil {
		if real, err := filepath.EvalSymlinks(java); err == nil {
			add(filepath.Dir(filepath.Dir(real)))
		}
	}
	for _, pattern := range []string{"/usr/lib/jvm/*", "/Library/Java/JavaVirtualMachines/*/Contents/Home", "/opt/homebrew/opt/openjdk*",
		`C:\Program Files\Java\*`, `C:\Program Files\Eclipse Adoptium\*`} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			continue
		}
		for _, home := range found {
			add(home)
		}
	}
	return homes
}
