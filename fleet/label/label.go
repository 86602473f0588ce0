// Package label determines the labels of a recording: service, version, pod, node, region and commit. Sources are options, the path of the
// recording, files of the Kubernetes downward API, and environment variables. The first source with a label takes precedence.
package label

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Names contains the names of all labels.
var Names = []string{"service", "version", "pod", "node", "region", "commit"}

// Labels contains values by name. Unknown labels are missing.
type Labels map[string]string

// maxValue is the maximum length of a label in bytes.
const maxValue = 1000

// add sets the labels that are not set yet.
func (l Labels) add(more Labels) {
	for name, value := range more {
		if _, ok := l[name]; !ok && value != "" {
			l[name] = value
		}
	}
}

// Join combines labels. For each label, the first source that has it takes precedence.
func Join(sources ...Labels) Labels {
	all := Labels{}
	for _, s := range sources {
		all.add(s)
	}
	return all
}

// Parse parses labels in the form NAME=VALUE.
func Parse(texts []string) (Labels, error) {
	labels := Labels{}
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		if !ok || !slices.Contains(Names, name) {
			return nil, fmt.Errorf("label %q: expected NAME=VALUE with a name of %s", text, strings.Join(Names, ", "))
		}
		if err := check(name, value); err != nil {
			return nil, err
		}
		if old, ok := labels[name]; ok && old != value {
			return nil, fmt.Errorf("label %s: expected one value, got %q and %q", name, old, value)
		}
		labels[name] = value
	}
	return labels, nil
}

func check(name, value string) error {
	if len(value) > maxValue {
		return fmt.Errorf("label %s: %d bytes; expected at most %d", name, len(value), maxValue)
	}
	return nil
}

// Prefix is the prefix of environment variables that contain labels.
const Prefix = "MEMCITY_LABEL_"

// attributes contains the OpenTelemetry resource attributes for labels, by name. The first one that exists takes precedence.
var attributes = []struct{ name, attribute string }{
	{"service", "service.name"}, {"version", "service.version"}, {"pod", "k8s.pod.name"}, {"pod", "service.instance.id"}, {"pod", "host.name"},
	{"node", "k8s.node.name"}, {"region", "cloud.region"}, {"commit", "vcs.ref.head.revision"},
}

// Environment reads labels from environment variables: MEMCITY_LABEL_SERVICE and so on, then OTEL_SERVICE_NAME, then
// OTEL_RESOURCE_ATTRIBUTES. It returns an error if the latter is invalid or a label is too long. The other labels are valid in that case.
func Environment(get func(name string) string) (Labels, error) {
	labels := Labels{}
	for _, name := range Names {
		labels.add(Labels{name: get(Prefix + strings.ToUpper(name))})
	}
	labels.add(Labels{"service": get("OTEL_SERVICE_NAME")})
	found, err := resource(get("OTEL_RESOURCE_ATTRIBUTES"))
	for _, a := range attributes {
		labels.add(Labels{a.name: found[a.attribute]})
	}
	for name, value := range labels {
		if tooLong := check(name, value); tooLong != nil {
			delete(labels, name)
			err = errors.Join(err, tooLong)
		}
	}
	return labels, err
}

// resource parses KEY=VALUE pairs separated by commas, with percent-encoded values. As the OpenTelemetry resource specification requires,
// it discards everything if anything is invalid.
func resource(text string) (map[string]string, error) {
	found := map[string]string{}
	if strings.TrimSpace(text) == "" {
		return found, nil
	}
	for pair := range strings.SplitSeq(text, ",") {
		key, value, ok := strings.Cut(pair, "=")
		decoded, err := url.PathUnescape(strings.TrimSpace(value))
		if !ok || err != nil {
			return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %q: expected KEY=VALUE pairs separated by commas; the variable is ignored", pair)
		}
		found[strings.TrimSpace(key)] = decoded
	}
	return found, nil
}

// wellKnown contains common labels of Kubernetes objects.
var wellKnown = []struct{ name, label string }{
	{"service", "app.kubernetes.io/name"}, {"service", "app"}, {"version", "app.kubernetes.io/version"}, {"version", "version"},
	{"region", "topology.kubernetes.io/region"},
}

// maxFile is the maximum size of a downward API file in bytes.
const maxFile = 1 << 20

// Downward reads the files of a Kubernetes downward API volume. A file with the name of a label, such as pod, contains its value. The file
// labels contains the labels of the pod.
func Downward(folder string) (Labels, error) {
	labels := Labels{}
	for _, name := range Names {
		text, err := read(filepath.Join(folder, name))
		if err != nil {
			return nil, err
		}
		labels.add(Labels{name: strings.TrimSpace(text)})
	}
	text, err := read(filepath.Join(folder, "labels"))
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Buffer(nil, maxFile)
	for lines.Scan() {
		key, quoted, _ := strings.Cut(lines.Text(), "=")
		value, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, fmt.Errorf("%s: %q: expected KEY=\"VALUE\"", filepath.Join(folder, "labels"), lines.Text())
		}
		found[key] = value
	}
	for _, w := range wellKnown {
		labels.add(Labels{w.name: found[w.label]})
	}
	for name, value := range labels {
		if err := check(name, value); err != nil {
			return nil, fmt.Errorf("%s: %w", folder, err)
		}
	}
	if len(labels) == 0 {
		return nil, fmt.Errorf("%s: no labels; expected files such as labels, pod or node", folder)
	}
	return labels, lines.Err()
}

// read reads a file. It returns "" if the file does not exist.
func read(path string) (string, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if len(text) > maxFile {
		return "", fmt.Errorf("%s: expected at most %d bytes", path, maxFile)
	}
	return string(text), err
}

// Pattern finds labels in paths.
type Pattern struct {
	expression *regexp.Regexp
	names      []string
}

var placeholder = regexp.MustCompile(`\{[^{}]*\}|\*`)

// NewPattern parses a pattern such as {service}/{version}/{pod}-*.hprof. A name in braces stands for the value of that label, and * for any
// part of a path element. The pattern is matched with the end of paths.
func NewPattern(text string) (*Pattern, error) {
	p := &Pattern{}
	var expression strings.Builder
	expression.WriteString(`(?s)(?:^|/)`)
	rest := text
	for rest != "" {
		at := placeholder.FindStringIndex(rest)
		if at == nil {
			at = []int{len(rest), len(rest)}
		}
		expression.WriteString(regexp.QuoteMeta(rest[:at[0]]))
		switch found := rest[at[0]:at[1]]; {
		case found == "*":
			expression.WriteString(`[^/]*?`)
		case found != "":
			name := found[1 : len(found)-1]
			if !slices.Contains(Names, name) || slices.Contains(p.names, name) {
				return nil, fmt.Errorf("pattern %q: %s: expected each of {%s} at most once", text, found, strings.Join(Names, "}, {"))
			}
			p.names = append(p.names, name)
			expression.WriteString(`([^/]+?)`)
		}
		rest = rest[at[1]:]
	}
	if len(p.names) == 0 {
		return nil, fmt.Errorf("pattern %q: expected names in braces, such as {service}/{version}/{pod}", text)
	}
	expression.WriteString(`$`)
	var err error
	p.expression, err = regexp.Compile(expression.String())
	return p, err
}

// Find returns the labels in a path; nil if the path does not match.
func (p *Pattern) Find(path string) Labels {
	found := p.expression.FindStringSubmatch(filepath.ToSlash(filepath.Clean(path)))
	if found == nil {
		return nil
	}
	labels := Labels{}
	for i, name := range p.names {
		if check(name, found[i+1]) != nil {
			return nil
		}
		labels[name] = found[i+1]
	}
	return labels
}
