package remote

import (
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
)

// machines maps the GOARCH values for which memcity-record is built to ELF machines.
var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}

// Program returns the path of memcity-record for Linux on the given architecture: a file next to this program, or this program itself.
func Program(arch string) (string, error) {
	own, err := os.Executable()
	if err != nil {
		return "", err
	}
	if own, err = filepath.EvalSymlinks(own); err != nil {
		return "", err
	}
	named := filepath.Join(filepath.Dir(own), "memcity-record-linux-"+arch)
	for _, path := range []string{named, filepath.Join(filepath.Dir(own), "memcity-record"), own} {
		if isStatic(path, machines[arch]) {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s: is missing; make server builds it", named)
}

// isStatic reports whether a file is a statically linked Linux program.
func isStatic(path string, machine elf.Machine) bool {
	file, err := elf.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	for _, p := range file.Progs {
		if p.Type == elf.PT_INTERP {
			return false
		}
	}
	return file.Machine == machine && file.Type == elf.ET_EXEC
}
