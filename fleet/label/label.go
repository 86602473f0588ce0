// Package label finds out what a recording is of: service, version, pod, node, region and commit, from options, the path of the
// recording, files of Kubernetes' downward API and variables of the environment, the first of these that says it.
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

// Names are those of all labels.
var Names = []string{"service", "version", "pod", "node", "region", "commit"}

// Labels are values by name. What is not known is missing.
type Labels map[string]string

// maxValue bounds a label, in bytes.
const maxValue = 1000

// add sets labels that are not set.
func (l Labels) add(more Labels) {
	for name, value := range more {
		if _, ok := l[name]; !ok && value != "" {
			l[name] = value
		}
	}
}

// Join returns what the sources say, of each label what the first one says that knows it.
func Join(sources ...Labels) Labels {
	all := Labels{}
	for _, s := range sources {
		all.add(s)
	}
	return all
}

// Parse reads labels as NAME=VALUE.
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

// Prefix begins the names of variables of the environment that are labels.
const Prefix = "MEMCITY_LABEL_"

// attributes are those of OpenTelemetry's resources that are labels, by name; the first that is there counts.
var attributes = []struct{ name, attribute string }{
	{"service", "service.name"}, {"version", "service.version"}, {"pod", "k8s.pod.name"}, {"pod", "service.instance.id"}, {"pod", "host.name"},
	{"node", "k8s.node.name"}, {"region", "cloud.region"}, {"commit", "vcs.ref.head.revision"},
}

// Environment reads labels from variables of the environment: MEMCITY_LABEL_SERVICE and so on, then OTEL_SERVICE_NAME, then
// OTEL_RESOURCE_ATTRIBUTES. What is wrong in the last one is the error; the others are good then.
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

// resource reads KEY=VALUE joined by commas, with percent-encoded values, as the specification of OpenTelemetry's resources has it: if
// anything is wrong, all of it is discarded.
func resource(text string) (map[string]string, error) {
	found := map[string]string{}
	if strings.TrimSpace(text) == "" {
		return found, nil
	}
	for pair := range strings.SplitSeq(text, ",") {
		key, value, ok := strings.Cut(pair, "=")
		decoded, err := url.PathUnescape(strings.TrimSpace(value))
		if !ok || err != nil {
			return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %q: expected KEY=VALUE, joined by commas; none of it is used", pair)
		}
		found[strings.TrimSpace(key)] = decoded
	}
	return found, nil
}

// wellKnown are labels of Kubernetes' objects.
var wellKnown = []struct{ name, label string }{
	{"service", "app.kubernetes.io/name"}, {"service", "app"}, {"version", "app.kubernetes.io/version"}, {"version", "version"},
	{"region", "topology.kubernetes.io/region"},
}

// maxFile bounds a file of the downward API, in bytes.
const maxFile = 1 << 20

// Downward reads the files of a volume of Kubernetes' downward API: a file named as a label, such as pod, has its value; the file labels has those of the pod.
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
		return nil, fmt.Errorf("%s: there is no label; expected files such as labels, pod or node", folder)
	}
	return labels, lines.Err()
}

// read reads a file, which need not be there.
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

// NewPattern reads a pattern such as {service}/{version}/{pod}-*.hprof: names in braces stand for a part of a name in the path that is
// their value, * for any part of a name. It is held against the end of paths.
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

// Find returns the labels in a path; nil if it is none of the pattern.
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
