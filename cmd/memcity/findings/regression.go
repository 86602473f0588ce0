package findings

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"memcity/analysis/guide/findings"
	"memcity/city/regression"
	"memcity/cmd/memcity/cli"
	"memcity/render/atomic"
	"memcity/trace"
)

// leakTest contains the options of analyze for a test that fails while the first leak exists.
type leakTest struct {
	folder string // empty for no test
	entry  string
}

func (f *leakTest) register(set *pflag.FlagSet) {
	set.StringVar(&f.folder, "write-test", "", "")
	set.StringVar(&f.entry, "entry", "", "")
}

func (f *leakTest) check() error {
	switch {
	case f.folder == "" && f.entry != "":
		return cli.Usagef("--entry: only with --write-test FOLDER")
	case f.folder != "" && f.entry == "":
		return cli.Usagef("--write-test: expected --entry NAME as well, the function that the test calls, as in com.example.Shop.visit, src/shop.js:visit or shop.orders:visit")
	}
	return nil
}

// printsTest is the folder that prints the test instead of the findings.
const printsTest = "-"

// write writes the test into the folder, which must exist, or prints it. It replaces only a test that memcity has written.
func (f *leakTest) write(c *cli.Call, g *findings.Report, runtime trace.Runtime) error {
	if f.folder == "" {
		return nil
	}
	test, err := regression.Of(g, runtime, f.entry)
	if err != nil {
		return cli.Usagef("--write-test: %w", err)
	}
	if f.folder == printsTest {
		c.Notify(fmt.Sprintf("save it as %s; run it with: %s", test.Name, test.Run))
		_, err := c.Stdout.Write(test.Text)
		return err
	}
	path := filepath.Join(f.folder, test.Name)
	if err := replaceable(path); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := atomic.Write(path, atomic.Public, func(w io.Writer) error { _, err := w.Write(test.Text); return err }); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	c.Notify(fmt.Sprintf("wrote %s; run it with: %s", path, test.Run))
	return nil
}

// replaceable returns an error if a file exists that was not written as a test for a leak.
func replaceable(path string) error {
	f, err := os.Open(path)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return atomic.Cause(err)
	}
	defer f.Close()
	first, err := bufio.NewReader(io.LimitReader(f, 1000)).ReadString('\n')
	if err != nil || !strings.Contains(first, regression.Mark) {
		return fs.ErrExist
	}
	return nil
}
