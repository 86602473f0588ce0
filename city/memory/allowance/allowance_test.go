package allowance

import (
	"math"
	"testing"
	"testing/fstest"
)

const (
	hybrid = `31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw
35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory
36 31 0:33 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu
41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
`
	unified = "30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate\n"
	docker1 = "35 31 0:32 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n"
	spaced  = `30 24 0:26 / /a\040b rw - cgroup2 none rw` + "\n"
	status  = "Name:\tmemcity\nVmSize:\t  900000 kB\nRssAnon:\t  1000 kB\n"
	own     = 1000 << 10
)

func TestOnLinux(t *testing.T) {
	for _, test := range []struct {
		name  string
		files map[string]string
		bytes int64
		by    string
	}{
		{"nothing", nil, math.MaxInt64, "no limit"},
		{"free memory", map[string]string{"proc/meminfo": "MemTotal: 9 kB\nMemAvailable:    5000 kB\n"}, 5000<<10 + own, "free memory"},
		{"version 2", map[string]string{"proc/self/mountinfo": unified, "proc/self/cgroup": "0::/app\n",
			"sys/fs/cgroup/app/memory.max": "5000000\n", "sys/fs/cgroup/app/memory.high": "max\n"}, 5000000, "control group"},
		{"version 2, memory.high is less", map[string]string{"proc/self/mountinfo": unified, "proc/self/cgroup": "0::/app\n",
			"sys/fs/cgroup/app/memory.max": "5000000\n", "sys/fs/cgroup/app/memory.high": "4999999\n"}, 4999999, "control group"},
		{"version 2, a group above has less, of which others use some", map[string]string{"proc/self/mountinfo": unified,
			"proc/self/cgroup": "0::/a/b/c\n", "sys/fs/cgroup/a/b/c/memory.max": "max\n", "sys/fs/cgroup/a/memory.max": "4000000000\n",
			"sys/fs/cgroup/a/b/memory.max": "5000000000\n", "sys/fs/cgroup/a/memory.current": "3000000000\n",
			"sys/fs/cgroup/a/memory.stat": "anon 7\ninactive_file 500000000\nactive_file 400000000\n"},
			4000000000 - (3000000000 - 900000000 - own), "control group"},
		{"version 2, nobody else uses any", map[string]string{"proc/self/mountinfo": unified, "proc/self/cgroup": "0::/\n",
			"sys/fs/cgroup/memory.max": "4000000000\n", "sys/fs/cgroup/memory.current": "7\n"}, 4000000000, "control group"},
		{"version 2, seen from a namespace", map[string]string{"proc/self/mountinfo": unified, "proc/self/cgroup": "0::/../../x\n",
			"sys/fs/cgroup/memory.max": "4000000\n"}, 4000000, "control group"},
		{"version 2, at a mount point with a blank", map[string]string{"proc/self/mountinfo": spaced, "proc/self/cgroup": "0::/\n",
			"a b/memory.max": "4000000\n"}, 4000000, "control group"},
		{"version 1", map[string]string{"proc/self/mountinfo": hybrid, "proc/self/cgroup": "6:cpu:/c\n4:memory:/m/n\n0::/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":     "9223372036854771712\n",
			"sys/fs/cgroup/memory/m/memory.limit_in_bytes":   "3000000\n",
			"sys/fs/cgroup/memory/m/n/memory.limit_in_bytes": "9223372036854771712\n",
			"sys/fs/cgroup/memory/m/memory.usage_in_bytes":   "2524000\n",
			"sys/fs/cgroup/memory/m/memory.stat":             "inactive_file 1000000\ntotal_inactive_file 500000\ntotal_active_file 500000\n"},
			3000000 - 500000, "control group"},
		{"version 1, in a container", map[string]string{"proc/self/mountinfo": docker1, "proc/self/cgroup": "4:cpu,memory:/docker/abc\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "3000000\n"}, 3000000, "control group"},
		{"version 1, below the container", map[string]string{"proc/self/mountinfo": docker1, "proc/self/cgroup": "4:memory:/docker/abc/d\n",
			"sys/fs/cgroup/memory/d/memory.limit_in_bytes": "3000000\n"}, 3000000, "control group"},
		{"version 1, a group that is not seen", map[string]string{"proc/self/mountinfo": docker1, "proc/self/cgroup": "4:memory:/else\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "3000000\n"}, 3000000, "control group"},
		{"the smallest", map[string]string{"proc/self/mountinfo": unified, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "6144001\n",
			"proc/meminfo": "MemAvailable:    5000 kB\n"}, 5000<<10 + own, "free memory"},
		{"others use all", map[string]string{"proc/self/mountinfo": unified, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "4000\n",
			"sys/fs/cgroup/memory.current": "4000000000\n"}, 0, "control group"},
		{"nonsense", map[string]string{"proc/self/mountinfo": "- - -\nx\n\n1 2 3 / /m - cgroup2\n", "proc/self/cgroup": "::\n", "proc/meminfo": "MemAvailable: x\nMemAvailable"},
			math.MaxInt64, "no limit"},
	} {
		root := fstest.MapFS{"proc/self/status": {Data: []byte(status)}}
		for name, text := range test.files {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := None.onLinux(root, 77); got != (Allowance{test.bytes, test.by}) {
			t.Errorf("%s: %+v, want %d by %s", test.name, got, test.bytes, test.by)
		}
	}
}

func TestResources(t *testing.T) {
	unlimited, as := resource{"RLIMIT_DATA", math.MaxUint64, 5, 0}, resource{"RLIMIT_AS", 11_000, 2000, 1000}
	if got := None.within(300, []resource{unlimited}); got != None {
		t.Errorf("no limit: %+v", got)
	}
	if got := None.within(300, []resource{unlimited, as}); got != (Allowance{7300, "RLIMIT_AS"}) {
		t.Errorf("an eighth of 8000 is not counted on: %+v", got)
	}
	if got := None.within(300, []resource{{"RLIMIT_AS", 3000, 2500, 501}}); got.Bytes != 300 {
		t.Errorf("what threads take is not there: %+v", got)
	}
	if got := (Allowance{7300, "x"}).within(300, []resource{as}); got.By != "x" {
		t.Errorf("as much is not less: %+v", got)
	}
}

func TestWithin(t *testing.T) {
	if got := None.Within(5, "a").Within(6, "b").Within(5, "c"); got != (Allowance{5, "a"}) {
		t.Errorf("%+v", got)
	}
	if got := None.Within(-1, "a"); got.Bytes != 0 || !got.Limited() || None.Limited() {
		t.Errorf("%+v", got)
	}
}

// TestRead reads the allowance of the test machine, whose value is unknown.
func TestRead(t *testing.T) {
	if got := Read(); got.Bytes < 0 || got.By == "" {
		t.Errorf("%+v", got)
	}
}
