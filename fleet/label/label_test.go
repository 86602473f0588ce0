package label

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	long := strings.Repeat("x", maxValue)
	for text, want := range map[string]Labels{"service=a=b": {"service": "a=b"}, "pod=": {"pod": ""}, "pod=" + long: {"pod": long}, "tier=1": nil, "service": nil, "=x": nil,
		"pod=x" + long: nil} {
		got, err := Parse([]string{text})
		if (err == nil) != (want != nil) || !maps.Equal(got, want) {
			t.Errorf("%.40q: %v, %v", text, got, err)
		}
	}
	if _, err := Parse([]string{"pod=a", "pod=a"}); err != nil {
		t.Error(err)
	}
	if _, err := Parse([]string{"pod=a", "pod=b"}); err == nil {
		t.Error("two values are no fault")
	}
}

func TestJoin(t *testing.T) {
	got := Join(Labels{"pod": "a", "node": ""}, nil, Labels{"pod": "b", "node": "n"})
	if !maps.Equal(got, Labels{"pod": "a", "node": "n"}) {
		t.Errorf("%v", got)
	}
}

func TestEnvironment(t *testing.T) {
	for _, c := range []struct {
		name string
		set  map[string]string
		want Labels
		ok   bool
	}{
		{"nothing", nil, Labels{}, true},
		{"own before others", map[string]string{"MEMCITY_LABEL_SERVICE": "a", "OTEL_SERVICE_NAME": "b", "OTEL_RESOURCE_ATTRIBUTES": "service.name=c"}, Labels{"service": "a"}, true},
		{"name before attributes", map[string]string{"OTEL_SERVICE_NAME": "b", "OTEL_RESOURCE_ATTRIBUTES": "service.name=c"}, Labels{"service": "b"}, true},
		{"attributes", map[string]string{"OTEL_RESOURCE_ATTRIBUTES": "service.name=a%20b%2Cc, service.version=1.5 ,host.name=h,k8s.pod.name=p,k8s.node.name=n,cloud.region=r,vcs.ref.head.revision=f"},
			Labels{"service": "a b,c", "version": "1.5", "pod": "p", "node": "n", "region": "r", "commit": "f"}, true},
		{"a host for a pod", map[string]string{"OTEL_RESOURCE_ATTRIBUTES": "host.name=h"}, Labels{"pod": "h"}, true},
		{"no value", map[string]string{"OTEL_RESOURCE_ATTRIBUTES": "service.name=a,x", "MEMCITY_LABEL_POD": "p"}, Labels{"pod": "p"}, false},
		{"bad escape", map[string]string{"OTEL_RESOURCE_ATTRIBUTES": "service.name=%zz"}, Labels{}, false},
		{"too long", map[string]string{"MEMCITY_LABEL_POD": strings.Repeat("x", maxValue+1)}, Labels{}, false},
	} {
		got, err := Environment(func(name string) string { return c.set[name] })
		if !maps.Equal(got, c.want) || (err == nil) != c.ok {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
}

func TestDownward(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  Labels
	}{
		{"names of Kubernetes", map[string]string{"labels": "app=\"x\"\napp.kubernetes.io/name=\"shop \\\"1\\\"\"\nversion=\"1.4\"\n", "pod": "shop-7\n"},
			Labels{"service": `shop "1"`, "version": "1.4", "pod": "shop-7"}},
		{"a file before labels", map[string]string{"labels": "app=\"x\"", "service": "y"}, Labels{"service": "y"}},
		{"nothing", nil, nil}, {"not quoted", map[string]string{"labels": "app=x", "pod": "p"}, nil},
	} {
		folder := t.TempDir()
		for name, text := range c.files {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		got, err := Downward(folder)
		if !maps.Equal(got, c.want) || (err == nil) != (c.want != nil) {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
}

func TestPattern(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          Labels
	}{
		{"{service}/{version}/{pod}.hprof", "/dumps/shop/1.4/a-1.hprof", Labels{"service": "shop", "version": "1.4", "pod": "a-1"}},
		{"{service}/{version}/{pod}.hprof", "shop/1.4/./a-1.hprof", Labels{"service": "shop", "version": "1.4", "pod": "a-1"}},
		{"{service}/{version}/{pod}.hprof", "1.4/a-1.hprof", nil},
		{"{service}/{version}/{pod}.hprof", "shop/1.4/a-1xhprof", nil},
		{"{service}-{version}_*", "x/my-shop-1.4_7_8", Labels{"service": "my", "version": "shop-1.4"}},
		{"{service}/*/{pod}*.txt", "shop/any/p.txt", Labels{"service": "shop", "pod": "p"}},
		{"{service}", "dir/shop", Labels{"service": "shop"}},
		{"op/{pod}", "shop/p", nil},
	} {
		p, err := NewPattern(c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Find(c.path); !maps.Equal(got, c.want) {
			t.Errorf("%s in %s: %v, want %v", c.pattern, c.path, got, c.want)
		}
	}
	for _, bad := range []string{"", "x", "*", "{}", "{tier}", "{pod}/{pod}"} {
		if _, err := NewPattern(bad); err == nil {
			t.Errorf("%q is a pattern", bad)
		}
	}
}
