package headroom

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write writes the files of a system: a path and the content in each line, with \n for line ends.
func write(t *testing.T, text string) system {
	t.Helper()
	root := t.TempDir()
	for line := range strings.Lines(text) {
		path, content, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			continue
		}
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(content, `\n`, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return system{root}
}

func TestHeadroom(t *testing.T) {
	const machine = "proc/meminfo MemTotal: 9000 kB\\nMemAvailable:   8000 kB\n"
	for _, test := range []struct {
		name, files string
		want        int64
		by          string
	}{
		{"nothing known", "", -1, ""},
		{"machine", machine, 8000 << 10, "available memory of this machine"},
		{"version 2", machine + `proc/7/cgroup 0::/a/b
			sys/fs/cgroup/a/b/memory.current 3000000
			sys/fs/cgroup/a/b/memory.stat anon 1\ninactive_file 500000
			sys/fs/cgroup/a/b/memory.max 5000000`, 2_500_000, "limit of 5 MB of its cgroup"},
		{"group above", machine + `proc/7/cgroup 0::/a/b
			sys/fs/cgroup/a/b/memory.current 1000000
			sys/fs/cgroup/a/b/memory.max max
			sys/fs/cgroup/a/memory.current 3000000
			sys/fs/cgroup/a/memory.max 4000000`, 1_000_000, "limit of 4 MB of its cgroup"},
		{"high", machine + `proc/7/cgroup 0::/a
			sys/fs/cgroup/a/memory.current 1000000
			sys/fs/cgroup/a/memory.max 5000000
			sys/fs/cgroup/a/memory.high 3000000`, 2_000_000, "limit of 3 MB"},
		{"container", machine + `proc/7/cgroup 0::/system.slice/x
			proc/7/root/sys/fs/cgroup/memory.current 1000000
			proc/7/root/sys/fs/cgroup/memory.max 2000000`, 1_000_000, "limit of 2 MB"},
		{"version 1", machine + `proc/7/cgroup 5:memory:/x\n3:cpu,cpuacct:/x
			sys/fs/cgroup/memory/x/memory.usage_in_bytes 3000000
			sys/fs/cgroup/memory/x/memory.limit_in_bytes 4000000
			sys/fs/cgroup/memory/memory.usage_in_bytes 3000000
			sys/fs/cgroup/memory/memory.limit_in_bytes 9223372036854771712`, 1_000_000, "limit of 4 MB"},
		{"above its limit", machine + `proc/7/cgroup 0::/a
			sys/fs/cgroup/a/memory.current 7000000
			sys/fs/cgroup/a/memory.max 5000000`, 0, "limit of 5 MB"},
		{"ulimit", machine + `proc/7/limits Limit Soft Hard\nMax data size             unlimited            unlimited            bytes\nMax address space         4000000 9000000 bytes
			proc/7/status VmSize:      2000 kB`, 4_000_000 - 2000<<10, "its limit of 4 MB (max address space)"},
		{"garbage", "proc/meminfo MemAvailable: -5 kB\nproc/7/limits Max data size\nproc/7/cgroup 0:x\n", -1, ""},
	} {
		got := write(t, test.files).of(7)
		if got.Bytes != test.want || !strings.Contains(got.By, test.by) {
			t.Errorf("%s: %+v, want %d by %s", test.name, got, test.want, test.by)
		}
	}
	if h := Of(os.Getpid()); h.Bytes <= 0 || h.By == "" {
		t.Errorf("this process: %+v", h)
	}
	if resident, peak := Peak(os.Getpid()); resident <= 0 || peak < resident {
		t.Errorf("resident %d, peak %d", resident, peak)
	}
}
