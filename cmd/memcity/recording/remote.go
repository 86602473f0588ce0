package recording

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"memcity/cmd/memcity/cli"
	"memcity/trace/guard"
	"memcity/trace/record"
	"memcity/trace/record/remote"
	"memcity/words"
)

// remoteFlags contains the options of attach for programs in containers and on other machines.
type remoteFlags struct {
	docker, pod, namespace, container, ssh string
}

func (f *remoteFlags) register(set *pflag.FlagSet) {
	set.StringVar(&f.docker, "docker", "", "")
	set.StringVar(&f.pod, "pod", "", "")
	set.StringVarP(&f.namespace, "namespace", "n", "", "")
	set.StringVarP(&f.container, "container", "c", "", "")
	set.StringVar(&f.ssh, "ssh", "", "")
}

// local lists the options of attach that are not forwarded to the host.
var local = []string{"docker", "pod", "namespace", "container", "ssh", "out", "force", "stop-at-eof"}

// host returns the host of the program; ok is false if it is this machine.
func (f *remoteFlags) host() (host remote.Host, ok bool, err error) {
	named := 0
	for _, name := range []string{f.docker, f.pod, f.ssh} {
		if name != "" {
			named++
		}
	}
	switch {
	case named > 1:
		return host, false, cli.Usagef("docker, pod, ssh: expected one of them")
	case f.pod == "" && (f.namespace != "" || f.container != ""):
		return host, false, cli.Usagef("namespace, container: only with --pod")
	case f.docker != "":
		return remote.Docker(f.docker), true, nil
	case f.pod != "":
		return remote.Pod(f.pod, f.namespace, f.container), true, nil
	case f.ssh != "":
		return remote.SSH(f.ssh), true, nil
	}
	return host, false, nil
}

// name returns the base name of the trace.
func (f *remoteFlags) name() string { return f.docker + f.pod + f.ssh }

// attachRemote records a program on a host by running memcity-record there.
func attachRemote(c *cli.Call, set *pflag.FlagSet, o *record.Options, there *remoteFlags, host remote.Host, who []string) error {
	if len(who) > 1 {
		return cli.Usagef("attach: expected at most one process ID, or part of the name of a main class")
	}
	for _, name := range []string{"rule", "keep", "thin", "rotate", "metrics", "metrics-file"} {
		if set.Changed(name) {
			return cli.Usagef("%s: not with --docker, --pod and --ssh", name)
		}
	}
	session := remote.Session{Host: host, Program: remote.Program, Args: forwarded(set, who), Out: c.Stdout, Err: c.Stderr}
	begins := func() {
		if isTerminal(c.Stderr) {
			c.Notify("recording in " + host.Name + "; Ctrl+C stops the recording, the program continues")
		}
	}
	ctx, stop := signal.NotifyContext(c.Ctx, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if o.Out == "-" {
		toStream(c)
		return convertStatus(session.Record(ctx, begins))
	}
	file, path, err := o.NewFile(there.name(), time.Now())
	if err != nil {
		return err
	}
	session.Out = file
	err = convertStatus(session.Record(ctx, begins))
	if ended := finishFile(c, file, path); err == nil {
		err = ended
	}
	return err
}

// convertStatus converts the exit status of the program on the host into ours. That program has already printed the error.
func convertStatus(err error) error {
	var status remote.Exit
	if errors.As(err, &status) {
		return cli.Exit(status)
	}
	return err
}

// finishFile closes the trace and prints its path and size. It removes an empty trace.
func finishFile(c *cli.Call, file *os.File, path string) error {
	info, err := file.Stat()
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	if info.Size() == 0 {
		return os.Remove(path)
	}
	c.Notify(fmt.Sprintf("%s, %s; open it with: memcity %s", path, words.RoundSize(info.Size()), shellWord(path)))
	return nil
}

// forwarded returns the command line for the host, with all options that the user set except local ones.
func forwarded(set *pflag.FlagSet, who []string) []string {
	args := []string{"attach"}
	set.Visit(func(f *pflag.Flag) {
		if !slices.Contains(local, f.Name) {
			args = append(args, "--"+f.Name+"="+f.Value.String())
		}
	})
	if len(who) == 0 {
		who = []string{""} // the only one
	}
	return append(append(args, "--"), who...)
}

// toStream returns standard output for a trace. If its reader goes away, writing fails, without a signal.
func toStream(c *cli.Call) io.Writer {
	signal.Ignore(syscall.SIGPIPE)
	return c.Stdout
}

// untilEOF returns a context that ends with that of the call or at the end of standard input.
func untilEOF(c *cli.Call) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(c.Ctx)
	guard.Go(func() error {
		_, err := io.Copy(io.Discard, c.Stdin)
		return err
	}, func(error) { cancel() })
	return ctx, cancel
}
