//go:build !windows

package remote

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// recorder is a stand-in for memcity-record: it begins a trace and ends it when its input ends.
const recorder = `#!/bin/sh
printf '%s|' "$@" >&2
echo begun
cat >/dev/null
echo ended
case "$*" in *fail*) exit 7 ;; esac
`

// stage is a host that is a folder of this machine.
type stage struct {
	folder string // for copied files
	log    string // contains the arguments of client calls
	client string // contains the clients
}

// newStage makes a script the only client on the PATH, besides the system's programs. The script runs the words after the client's own in
// the folder. tools replace programs of the host.
func newStage(t *testing.T, client, shell string, tools map[string]string) stage {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the host is a folder of this machine, which has to be Linux")
	}
	s := stage{folder: t.TempDir(), log: filepath.Join(t.TempDir(), "log"), client: t.TempDir()}
	host := t.TempDir()
	for name, text := range tools {
		s.write(t, filepath.Join(host, name), text)
	}
	s.write(t, filepath.Join(s.client, client), fmt.Sprintf("#!/bin/sh\nprintf '%%s ' \"$@\" | head -n 1 >>%s\nexport TMPDIR=%s PATH=%s:$PATH\n%s\n",
		s.log, s.folder, host, shell))
	t.Setenv("PATH", s.client+":"+os.Getenv("PATH"))
	return s
}

func (s stage) write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}

// session returns a session that copies the stand-in for memcity-record.
func (s stage) session(t *testing.T, host Host, args ...string) *Session {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program")
	s.write(t, path, recorder)
	return &Session{Host: host, Args: args, Out: io.Discard, Err: io.Discard, Program: func(arch string) (string, error) {
		if arch != runtime.GOARCH {
			return "", fmt.Errorf("asked for %s", arch)
		}
		return path, nil
	}}
}

// empty checks that nothing was left on the host.
func (s stage) empty(t *testing.T) {
	t.Helper()
	if left, err := os.ReadDir(s.folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}

// lastWord runs its last argument as a script.
const lastWord = `for script; do :; done; exec sh -c "$script"`

// record records until the trace has begun, and returns the trace with the error output.
func record(t *testing.T, s *Session) (out, complaints string, err error) {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	var errs bytes.Buffer
	s.Out, s.Err = write, &errs
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	began := false
	done := make(chan error, 1)
	go func() {
		err := s.Record(ctx, func() { began = true })
		write.Close()
		done <- err
	}()
	in := bufio.NewReader(read)
	first, _ := in.ReadString('\n')
	cancel()
	rest, _ := io.ReadAll(in)
	err = <-done
	if began != (first != "") {
		t.Errorf("said to begin: %t, begun with %q", began, first)
	}
	return first + string(rest), errs.String(), err
}

func TestRecord(t *testing.T) {
	for name, test := range map[string]struct {
		client string
		host   Host
		words  string
	}{
		"container":   {"docker", Docker("shop"), "exec -i shop sh -c "},
		"pod":         {"kubectl", Pod("shop-1", "", ""), "exec -i shop-1 -- sh -c "},
		"part of pod": {"kubectl", Pod("shop-1", "test", "web"), "-n test exec -i shop-1 -c web -- sh -c "},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, test.client, lastWord, nil)
			out, complaints, err := record(t, s.session(t, test.host, "attach", "--every=1s", "--", "it's a \"name\" $HOME"))
			if err != nil || out != "begun\nended\n" {
				t.Errorf("%q (%v)", out, err)
			}
			if want := "attach|--stop-at-eof|-o|-|--every=1s|--|it's a \"name\" $HOME|"; complaints != want {
				t.Errorf("called with %s, expected %s", complaints, want)
			}
			s.empty(t)
			log, err := os.ReadFile(s.log)
			if lines := strings.Split(string(log), "\n"); err != nil || !strings.HasPrefix(lines[0], test.words) {
				t.Errorf("the client was called with %q (%v), expected %q", lines[0], err, test.words)
			}
		})
	}
}

func TestStatus(t *testing.T) {
	s := newStage(t, "docker", lastWord, nil)
	_, _, err := record(t, s.session(t, Docker("shop"), "attach", "fail"))
	if !errors.Is(err, Exit(7)) {
		t.Errorf("the error is %v", err)
	}
	s.empty(t)
}

func TestHostErrors(t *testing.T) {
	uname := func(text string) map[string]string {
		return map[string]string{"uname": "#!/bin/sh\necho " + text + "\n"}
	}
	for name, test := range map[string]struct {
		shell string
		tools map[string]string
		want  string
	}{
		"no container": {`echo "Error: No such container: shop" >&2; exit 1`, nil, "container shop: no shell could be started there: Error: No such container: shop"},
		"says nothing": {`exit 3`, nil, "container shop: no shell could be started there: exit status 3"},
		"no folder": {lastWord, map[string]string{"mkdir": "#!/bin/sh\nexit 1\n"},
			"container shop: memcity-record cannot run in any folder: all are read-only, full or mounted noexec"},
		"noexec": {lastWord, map[string]string{"chmod": "#!/bin/sh\nexit 0\n"}, "all are read-only, full or mounted noexec"},
		"other processor": {lastWord, map[string]string{"uname": "#!/bin/sh\n[ $1 = -s ] && echo Linux || echo riscv64\n"},
			"container shop: is a Linux riscv64; memcity-record is for Linux on x86-64 and arm64"},
		"other system": {lastWord, uname("FreeBSD"), "container shop: is a FreeBSD FreeBSD; memcity-record is for"},
		"full":         {lastWord, map[string]string{"wc": "#!/bin/sh\necho 1\n"}, "container shop: memcity-record, 0 MB, could not be copied to "},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, "docker", test.shell, test.tools)
			_, _, err := record(t, s.session(t, Docker("shop"), "attach"))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("the error is %v, expected %s", err, test.want)
			}
			s.empty(t)
		})
	}
}

func TestNoProgram(t *testing.T) {
	s := newStage(t, "docker", lastWord, nil)
	session := s.session(t, Docker("shop"), "attach")
	session.Program = func(string) (string, error) { return "", errors.New("there is none") }
	if _, _, err := record(t, session); err == nil || err.Error() != "there is none" {
		t.Errorf("the error is %v", err)
	}
	s.empty(t)
	t.Setenv("PATH", t.TempDir())
	for _, test := range []struct {
		host Host
		want string
	}{{Docker("a"), "container a: the client docker is not on the PATH"}, {Pod("b", "", ""), "pod b: the client kubectl is not on the PATH"},
		{SSH("c"), "host c: the client ssh is not on the PATH"}} {
		if err := s.session(t, test.host).Record(t.Context(), nil); err == nil || err.Error() != test.want {
			t.Errorf("the error is %v, expected %s", err, test.want)
		}
	}
}

// TestCancelled checks that a recording canceled before it begins leaves nothing behind.
func TestCancelled(t *testing.T) {
	s := newStage(t, "docker", lastWord, nil)
	session := s.session(t, Docker("shop"), "attach")
	ctx, cancel := context.WithCancel(t.Context())
	program := session.Program
	session.Program = func(arch string) (string, error) {
		cancel()
		return program(arch)
	}
	if err := session.Record(ctx, func() { t.Error("it began") }); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	s.empty(t)
}

// TestSSH uses the real ssh and sshd. sshd serves one connection that ssh makes through a pipe.
func TestSSH(t *testing.T) {
	server, err := exec.LookPath("sshd")
	if err != nil {
		server = "/usr/sbin/sshd"
	}
	client, err := exec.LookPath("ssh")
	if _, none := os.Stat(server); err != nil || none != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("ssh or sshd is missing: %v, %v", err, none)
		}
		t.Skipf("ssh or sshd is missing: %v, %v", err, none)
	}
	const separation = "/run/sshd" // a folder that sshd as root requires, and that is missing until the system creates it
	if os.Geteuid() == 0 && os.Mkdir(separation, 0o755) == nil {
		t.Cleanup(func() { os.Remove(separation) })
	}
	keys := t.TempDir()
	for _, name := range []string{"host", "user"} {
		if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", filepath.Join(keys, name)).CombinedOutput(); err != nil {
			t.Fatalf("ssh-keygen: %v: %s", err, out)
		}
	}
	settings, options := filepath.Join(keys, "server"), filepath.Join(keys, "client")
	s := newStage(t, "ssh", fmt.Sprintf(`exec %s -F %s "$@"`, client, options), nil)
	s.write(t, settings, fmt.Sprintf("HostKey %s/host\nAuthorizedKeysFile %s/user.pub\nStrictModes no\nUsePAM no\nPidFile none\n"+
		"PasswordAuthentication no\nPermitRootLogin yes\nSetEnv TMPDIR=%s\n", keys, keys, s.folder))
	s.write(t, options, fmt.Sprintf("Host there\n\tProxyCommand %s -i -f %s\n\tIdentityFile %s/user\n\tIdentitiesOnly yes\n\tBatchMode yes\n"+
		"\tStrictHostKeyChecking no\n\tUserKnownHostsFile /dev/null\n\tLogLevel ERROR\n", server, settings, keys))
	out, complaints, err := record(t, s.session(t, SSH("there"), "attach", "it's"))
	if err != nil || out != "begun\nended\n" || complaints != "attach|--stop-at-eof|-o|-|it's|" {
		t.Errorf("%q, %q (%v)", out, complaints, err)
	}
	s.empty(t)
	if _, _, err := record(t, s.session(t, SSH("there"), "attach", "fail")); !errors.Is(err, Exit(7)) {
		t.Errorf("the error is %v", err)
	}
	s.empty(t)
	if err := s.session(t, SSH("-oProxyCommand=true")).Record(t.Context(), nil); err == nil {
		t.Error("a host's name is taken for an option")
	}
}

func TestQuote(t *testing.T) {
	words := []string{"", "a b", "it's", `"$HOME"`, "`x`", "a\nb", `\`}
	out, err := exec.Command("sh", "-c", "printf '%s|' "+quoteAll(words)).Output()
	if want := strings.Join(words, "|") + "|"; err != nil || string(out) != want {
		t.Errorf("%q (%v), expected %q", out, err, want)
	}
}
