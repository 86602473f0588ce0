package node

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

func TestHexAddress(t *testing.T) {
	for text, want := range map[string]string{
		"0100007F:240D":                         "127.0.0.1:9229",
		"00000000:0050":                         "0.0.0.0:80",
		"00000000000000000000000001000000:240D": "[::1]:9229",
		"0000000000000000FFFF00000100007F:0001": "127.0.0.1:1",
		"0100007F":                              "", "0100007F:FFFFF": "", "01:1": "", "": "",
	} {
		p, ok := hexAddress(text)
		if ok != (want != "") || ok && p.String() != want {
			t.Errorf("%s: %v, %v", text, p, ok)
		}
	}
}

func TestPorts(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ports, err := Ports(os.Getpid())
	found := false
	for _, p := range ports {
		found = found || p.At(l.Addr().String()) && p.Local() == l.Addr().String()
	}
	if err != nil || !found || Owner(l.Addr().String()) != os.Getpid() {
		t.Errorf("%v, %v", ports, err)
	}
}

func TestInspectPort(t *testing.T) {
	for words, want := range map[string]int{
		"node app.js": 9229, "node": 9229, "node --inspect-port=127.0.0.1:7 app.js": 7, "node --inspect-port=0 app.js": 0,
		"node app.js --inspect-port=7": 9229, "node --debug-port=8 app.js": 8,
	} {
		if got := inspectPort(strings.Fields(words)); got != want {
			t.Errorf("%s: %d", words, got)
		}
	}
}

// TestSignalRefused checks that no signal is sent to a program that is not Node.js, even if its name says so.
func TestSignalRefused(t *testing.T) {
	cmd := exec.Command("sleep", "1000")
	cmd.Args[0] = "node"
	if err := cmd.Start(); err != nil {
		t.Skip(err)
	}
	err := Signal(cmd.Process.Pid)
	if !errors.Is(err, ErrNotNode) {
		t.Error(err)
	}
	if !Runs(cmd.Process.Pid) {
		t.Error("the program was ended")
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if ended := cmd.ProcessState.Sys().(syscall.WaitStatus); ended.Signal() != syscall.SIGKILL {
		t.Errorf("it was ended by %v", ended.Signal())
	}
	if Signal(cmd.Process.Pid) == nil || Runs(cmd.Process.Pid) {
		t.Error("it has ended")
	}
}

func TestCatches(t *testing.T) {
	if !(status{catches: 0x200}).catchesInspect() || (status{catches: ^uint64(0x200)}).catchesInspect() {
		t.Error("SIGUSR1 is signal 10")
	}
}
