package main

import (
	"archive/tar"
	"compress/gzip"
	"encoding/json"
	"encoding/xml"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"memcity/assets/help"
	"memcity/cmd/memcity/results"
	"memcity/trace/tracetest/jdk"
)

// pageFiles returns the files on a page of the manual, by name. A file is a code block below a line with only its name. Blocks without a name
// are returned as others.
func pageFiles(t *testing.T, page string) (files map[string]string, others []string) {
	t.Helper()
	files = map[string]string{}
	blocks := help.Find(page).Blocks
	for i, b := range blocks {
		if b.Kind != help.Code {
			continue
		}
		if before := blocks[i-1]; before.Kind == help.Paragraph && len(before.Spans) == 2 && before.Spans[0].Style == help.Mono && before.Spans[1].Text == ":" {
			files[before.Spans[0].Text] = b.Text
			continue
		}
		others = append(others, b.Text)
	}
	return files, others
}

// project is the folder of a CI pipeline with its environment.
type project struct {
	t    *testing.T
	dir  string
	home string
	env  []string
}

// newProject writes the files of the page into a folder. If sound is set, the program's cache has a limit, so it does not leak.
func newProject(t *testing.T, files map[string]string, archive string, sound bool) *project {
	t.Helper()
	p := &project{t: t, dir: t.TempDir(), home: t.TempDir()}
	for name, text := range files {
		if sound && strings.HasSuffix(name, "Orders.java") {
			text = strings.Replace(text, "newBuilder()", "newBuilder().maximumSize(1000)", 1)
		}
		path := filepath.Join(p.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	user, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	p.env = append(os.Environ(), "HOME="+p.home, "XDG_CACHE_HOME="+cache, "MEMCITY_ARCHIVE=file://"+archive,
		"MAVEN_OPTS=-Dmaven.repo.local="+filepath.Join(user, ".m2", "repository"))
	return p
}

// run runs a script with the shell options of CI pipelines, and returns its output.
func (p *project) run(script string) (string, error) {
	p.t.Helper()
	cmd := exec.Command("bash", "-e", "-o", "pipefail", "-c", script)
	cmd.Dir, cmd.Env = p.dir, p.env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// must is like run for scripts that must succeed.
func (p *project) must(script string) string {
	p.t.Helper()
	out, err := p.run(script)
	if err != nil {
		p.t.Fatalf("%s\n%v\n%s", script, err, out)
	}
	return out
}

// tests runs the step with the tests, which must fail unless the program is sound.
func (p *project) tests(script string, sound bool) {
	p.t.Helper()
	out, err := p.run(script)
	if (err == nil) != sound {
		p.t.Fatalf("%s\n%v\n%s", script, err, out)
	}
	if !sound && !strings.Contains(out, "com.example.shop.Orders.RECENT") {
		p.t.Errorf("the failure does not name the field:\n%s", out)
	}
}

func (p *project) read(name string) []byte {
	p.t.Helper()
	if !filepath.IsAbs(name) {
		name = filepath.Join(p.dir, name)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		p.t.Fatal(err)
	}
	return data
}

// reports checks the files that a pipeline publishes.
func (p *project) reports(sound bool, sarif bool) {
	p.t.Helper()
	var j results.JUnit
	if err := xml.Unmarshal(p.read("memory.xml"), &j); err != nil {
		p.t.Fatal(err)
	}
	if s := j.Suites[0]; s.Tests != 2 || (s.Failures == 0) != sound {
		p.t.Errorf("%+v", s)
	}
	if !sarif {
		return
	}
	var log results.SARIF
	if err := json.Unmarshal(p.read("memory.sarif"), &log); err != nil {
		p.t.Fatal(err)
	}
	if r := log.Runs[0].Results[0]; (r.Kind == "pass") != sound || r.Locations[0].Physical.Artifact.URI != "memory.yaml" {
		p.t.Errorf("%+v", r)
	}
}

// TestPipelines runs the recipes in the manual unchanged: Maven records a test, and the files of CI services run.
func TestPipelines(t *testing.T) {
	jdk.Homes(t)
	if _, err := exec.LookPath("mvn"); err != nil {
		t.Fatal("Maven is missing: scripts/deps test installs it")
	}
	files, _ := pageFiles(t, "pipelines")
	ci, others := pageFiles(t, "ci")
	maps.Copy(files, ci)
	archive := memcityArchive(t)
	t.Run("github", func(t *testing.T) {
		for _, sound := range []bool{false, true} {
			testGitHub(t, files, archive, sound)
		}
	})
	t.Run("gitlab", func(t *testing.T) { testGitLab(t, files, archive) })
	t.Run("jenkins", func(t *testing.T) { testJenkins(t, files, archive) })
	t.Run("repeats", func(t *testing.T) {
		for _, text := range others {
			if strings.HasPrefix(text, "for n in") {
				testRepeats(t, files, archive, text)
				return
			}
		}
		t.Fatal("the page has no loop")
	})
}

// memcityArchive builds an archive like that of scripts/dist, with the program for servers, which needs no libraries.
func memcityArchive(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, "memcity")
	build := exec.Command("go", "build", "-o", program, "memcity/cmd/memcity-record")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	data, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	archive := filepath.Join(dir, "memcity.tar.gz")
	f, err := os.Create(archive)
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(f)
	w := tar.NewWriter(z)
	err = w.WriteHeader(&tar.Header{Name: "memcity-0.2.0-linux-amd64/bin/memcity", Mode: 0o755, Size: int64(len(data)), Typeflag: tar.TypeReg})
	if err == nil {
		_, err = w.Write(data)
	}
	for _, end := range []func() error{w.Close, z.Close, f.Close} {
		if err == nil {
			err = end()
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

// expression matches the expressions that GitHub replaces before a shell runs.
var expression = regexp.MustCompile(`\$\{\{.*?\}\}`)

func testGitHub(t *testing.T, files map[string]string, archive string, sound bool) {
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct {
				Name, Run, If string
				Env           map[string]string
			}
		}
	}
	if err := yaml.Unmarshal([]byte(files[".github/workflows/memory.yml"]), &workflow); err != nil {
		t.Fatal(err)
	}
	p := newProject(t, files, archive, sound)
	path, summary, said := filepath.Join(p.home, "path"), filepath.Join(p.home, "summary"), filepath.Join(p.home, "said")
	p.must("mkdir $HOME/stubs && printf '#!/bin/sh\\necho \"$@\" > " + said + "\\n' > $HOME/stubs/gh && chmod +x $HOME/stubs/gh")
	p.env = append(p.env, "GITHUB_PATH="+path, "GITHUB_STEP_SUMMARY="+summary, "PATH="+filepath.Join(p.home, "stubs")+":"+os.Getenv("PATH"))
	ran := 0
	for _, step := range workflow.Jobs["memory"].Steps {
		if step.Run == "" {
			continue
		}
		for name, value := range step.Env {
			p.env = append(p.env, name+"="+expression.ReplaceAllString(value, "7"))
		}
		if expression.MatchString(step.Run) {
			t.Errorf("%s: an expression in a script is code that others write", step.Name)
		}
		script := step.Run
		if more, err := os.ReadFile(path); err == nil {
			script = "export PATH=" + strings.TrimSpace(string(more)) + ":$PATH\n" + script
		}
		ran++
		if step.Name == "Test" {
			p.tests(script, sound)
			continue
		}
		if step.Name != "Install" && step.If != "always()" {
			t.Errorf("%s is left out when the test fails", step.Name)
		}
		p.must(script)
	}
	if ran != 4 {
		t.Errorf("%d steps ran", ran)
	}
	p.reports(sound, true)
	if text := string(p.read(summary)); !strings.Contains(text, "xychart-beta") || strings.Contains(text, "| **broken** | no leak |") == sound {
		t.Errorf("the summary is\n%s", text)
	}
	if got := string(p.read(said)); !strings.HasPrefix(got, "pr comment 7 --body-file memory.md") {
		t.Errorf("the comment is made by %s", got)
	}
}

func testGitLab(t *testing.T, files map[string]string, archive string) {
	var file struct {
		Memory struct {
			Script []string
			After  []string `yaml:"after_script"`
		}
	}
	if err := yaml.Unmarshal([]byte(files[".gitlab-ci.yml"]), &file); err != nil {
		t.Fatal(err)
	}
	comment := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/projects/1/merge_requests/2/notes" && r.Header.Get("PRIVATE-TOKEN") == "secret" {
			comment = r.FormValue("body")
		}
		_, _ = io.WriteString(w, "{}")
	}))
	defer server.Close()
	p := newProject(t, files, archive, false)
	p.env = append(p.env, "MEMCITY_TOKEN=secret", "CI_API_V4_URL="+server.URL, "CI_PROJECT_ID=1", "CI_MERGE_REQUEST_IID=2")
	p.tests(strings.Join(file.Memory.Script, "\n"), false)
	p.must(strings.Join(file.Memory.After, "\n"))
	p.reports(false, false)
	if !strings.Contains(comment, "| **broken** | no leak |") {
		t.Errorf("the comment is %q", comment)
	}
}

func testJenkins(t *testing.T, files map[string]string, archive string) {
	scripts := strings.Split(files["Jenkinsfile"], "'''")
	if len(scripts) != 7 {
		t.Fatalf("the file has %d parts", len(scripts))
	}
	p := newProject(t, files, archive, false)
	p.env = append(p.env, "WORKSPACE_TMP="+p.home)
	p.must(scripts[1])
	p.tests(scripts[3], false)
	p.must(scripts[5])
	p.reports(false, true)
}

// testRepeats runs the loop on the sound program as the main branch, then on a leaking one, and on the sound one against itself.
func testRepeats(t *testing.T, files map[string]string, archive, loop string) {
	run := func(sound bool, before string) (*project, string, error) {
		p := newProject(t, files, archive, sound)
		p.must("mkdir -p $HOME/memcity && tar -xzf " + archive + " -C $HOME/memcity --strip-components=1")
		p.env = append(p.env, "PATH="+filepath.Join(p.home, "memcity", "bin")+":"+os.Getenv("PATH"))
		if before != "" {
			p.must("cp -r " + before + " main")
		}
		out, err := p.run(loop)
		return p, out, err
	}
	main, _, _ := run(true, "") // there is no baseline yet
	before := filepath.Join(main.dir, "target", "memory")
	if _, out, err := run(false, before); err == nil || !strings.Contains(out, "BROKEN") || !strings.Contains(out, "of 3 repeats and 3 of the base") {
		t.Errorf("of a leak: %v\n%s", err, out)
	}
	main.must("cp -r target/memory main")
	if out, err := main.run(loop[strings.Index(loop, "memcity check"):]); err != nil || !strings.Contains(out, "1 kept") {
		t.Errorf("of itself: %v\n%s", err, out)
	}
}
