package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"memcity/cmd/memcity/cli"
	"memcity/fleet/table"
)

// The fields of Kubernetes' types that the manifests on the page use. Other fields are spelling errors.
type (
	manifest struct {
		APIVersion string `yaml:"apiVersion"`
		Kind       string
		Metadata   struct{ Name string }
		Spec       struct {
			Replicas int
			Selector struct {
				MatchLabels map[string]string `yaml:"matchLabels"`
			}
			Template          podTemplate
			Schedule          string
			ConcurrencyPolicy string `yaml:"concurrencyPolicy"`
			JobTemplate       struct {
				Spec struct {
					BackoffLimit     int `yaml:"backoffLimit"`
					PodFailurePolicy struct {
						Rules []struct {
							Action      string
							OnExitCodes struct {
								ContainerName string `yaml:"containerName"`
								Operator      string
								Values        []int
							} `yaml:"onExitCodes"`
						}
					} `yaml:"podFailurePolicy"`
					Template podTemplate
				}
			} `yaml:"jobTemplate"`
		}
	}
	podTemplate struct {
		Metadata struct{ Labels map[string]string }
		Spec     struct {
			RestartPolicy   string `yaml:"restartPolicy"`
			SecurityContext struct {
				RunAsNonRoot bool `yaml:"runAsNonRoot"`
				RunAsUser    int  `yaml:"runAsUser"`
				FSGroup      int  `yaml:"fsGroup"`
			} `yaml:"securityContext"`
			InitContainers []container `yaml:"initContainers"`
			Containers     []container
			Volumes        []struct {
				Name     string
				EmptyDir *struct {
					SizeLimit string `yaml:"sizeLimit"`
				} `yaml:"emptyDir"`
				HostPath              *struct{ Path, Type string } `yaml:"hostPath"`
				PersistentVolumeClaim *struct {
					ClaimName string `yaml:"claimName"`
				} `yaml:"persistentVolumeClaim"`
				DownwardAPI *struct {
					Items []struct {
						Path     string
						FieldRef fieldRef `yaml:"fieldRef"`
					}
				} `yaml:"downwardAPI"`
			}
		}
	}
	fieldRef struct {
		FieldPath string `yaml:"fieldPath"`
	}
	container struct {
		Name, Image   string
		RestartPolicy string `yaml:"restartPolicy"`
		Args          []string
		Ports         []struct {
			Name          string
			ContainerPort int `yaml:"containerPort"`
		}
		Env []struct {
			Name, Value string
			ValueFrom   struct {
				FieldRef fieldRef `yaml:"fieldRef"`
			} `yaml:"valueFrom"`
		}
		Resources       struct{ Requests, Limits map[string]string }
		SecurityContext struct {
			AllowPrivilegeEscalation *bool `yaml:"allowPrivilegeEscalation"`
			ReadOnlyRootFilesystem   bool  `yaml:"readOnlyRootFilesystem"`
			Capabilities             struct{ Drop []string }
		} `yaml:"securityContext"`
		VolumeMounts []struct {
			Name      string
			MountPath string `yaml:"mountPath"`
			ReadOnly  bool   `yaml:"readOnly"`
		} `yaml:"volumeMounts"`
	}
)

// fields contains the downward API's files, as the kubelet writes them.
var fields = map[string]func(l map[string]string) string{
	"metadata.labels": func(l map[string]string) string {
		var lines []string
		for k, v := range l {
			lines = append(lines, fmt.Sprintf("%s=%q", k, v))
		}
		slices.Sort(lines)
		return strings.Join(lines, "\n")
	},
	"metadata.name": func(map[string]string) string { return "shop-7d9f-x2k" },
	"spec.nodeName": func(map[string]string) string { return "node-3" },
}

// TestManifests: the manifests on the page have only fields that Kubernetes knows, and every name in them is defined. Their command lines export
// dumps with the labels that a kubelet would provide.
func TestManifests(t *testing.T) {
	files, _ := pageFiles(t, "kubernetes")
	for name, kind := range map[string]string{"sidecar.yaml": "apps/v1 Deployment", "daemonset.yaml": "apps/v1 DaemonSet", "job.yaml": "batch/v1 CronJob"} {
		t.Run(name, func(t *testing.T) { checkManifest(t, name, kind, files[name]) })
	}
}

func checkManifest(t *testing.T, name, kind, text string) {
	var m manifest
	decoder := yaml.NewDecoder(strings.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&m); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	pod := m.Spec.Template
	if m.Kind == "CronJob" {
		pod = m.Spec.JobTemplate.Spec.Template
		if len(strings.Fields(m.Spec.Schedule)) != 5 || pod.Spec.RestartPolicy != "Never" || m.Spec.JobTemplate.Spec.PodFailurePolicy.Rules[0].OnExitCodes.ContainerName != "memcity" {
			t.Errorf("%s: %+v", name, m.Spec)
		}
	}
	if m.APIVersion+" "+m.Kind != kind || m.Metadata.Name == "" {
		t.Errorf("%s is %s %s %q", name, m.APIVersion, m.Kind, m.Metadata.Name)
	}
	for k, v := range m.Spec.Selector.MatchLabels {
		if pod.Metadata.Labels[k] != v {
			t.Errorf("%s selects pods that it does not make: %s", name, k)
		}
	}
	if !pod.Spec.SecurityContext.RunAsNonRoot || pod.Spec.SecurityContext.RunAsUser == 0 {
		t.Errorf("%s runs as root", name)
	}
	used, tried := map[string]bool{}, 0
	for i, c := range append(slices.Clone(pod.Spec.InitContainers), pod.Spec.Containers...) {
		for _, mount := range c.VolumeMounts {
			used[mount.Name] = true
		}
		if c.Name != "memcity" {
			continue
		}
		tried++
		if isInit := i < len(pod.Spec.InitContainers); isInit != (c.RestartPolicy == "Always") || c.Image != "memcity-record:"+cli.Release || !c.SecurityContext.ReadOnlyRootFilesystem ||
			c.Resources.Limits["memory"] == "" || *c.SecurityContext.AllowPrivilegeEscalation || !slices.Equal(c.SecurityContext.Capabilities.Drop, []string{"ALL"}) {
			t.Errorf("%s: %+v", name, c)
		}
		runManifest(t, name, &pod, &c)
	}
	if tried != 1 || len(used) != len(pod.Spec.Volumes) {
		t.Errorf("%s: %d containers of memcity, %d of %d volumes used", name, tried, len(used), len(pod.Spec.Volumes))
	}
	for _, v := range pod.Spec.Volumes {
		kinds := 0
		for _, is := range []bool{v.EmptyDir != nil, v.HostPath != nil, v.PersistentVolumeClaim != nil, v.DownwardAPI != nil} {
			if is {
				kinds++
			}
		}
		if !used[v.Name] || kinds != 1 {
			t.Errorf("%s: volume %s is used: %v, kinds: %d", name, v.Name, used[v.Name], kinds)
		}
	}
}

// runManifest runs the command line of a container once, with a folder for each of its volumes.
func runManifest(t *testing.T, name string, pod *podTemplate, c *container) {
	t.Helper()
	folders := map[string]string{}
	for _, mount := range c.VolumeMounts {
		folders[mount.MountPath] = t.TempDir()
		for _, v := range pod.Spec.Volumes {
			if v.Name != mount.Name || v.DownwardAPI == nil {
				continue
			}
			for _, item := range v.DownwardAPI.Items {
				text := fields[item.FieldRef.FieldPath](pod.Metadata.Labels)
				if err := os.WriteFile(filepath.Join(folders[mount.MountPath], item.Path), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for _, e := range c.Env {
		if e.Value = fields[e.ValueFrom.FieldRef.FieldPath](nil); e.Value != "" {
			t.Setenv(e.Name, e.Value)
		}
	}
	dump, want := filepath.Join(folders["/dumps"], "shop", "1.4", "shop-7d9f-x2k", "java_pid1.hprof"), "shop 1.4 shop-7d9f-x2k "
	if name != "job.yaml" {
		want += "node-3"
	}
	if err := os.MkdirAll(filepath.Dir(dump), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dump, leakingPod("shop", 0, 1, 1_900_000_000_000, false), 0o600); err != nil {
		t.Fatal(err)
	}
	args := slices.Clone(c.Args)
	for i, a := range args {
		if folder, ok := folders[a]; ok {
			args[i] = folder
		}
		if strings.HasPrefix(a, "0.0.0.0:") {
			if port := fmt.Sprint("0.0.0.0:", c.Ports[0].ContainerPort); a != port {
				t.Errorf("%s: figures are at %s, the port is %s", name, a, port)
			}
			args[i] = "127.0.0.1:0"
		}
	}
	r := memcity(append(args, "--once")...)
	if r.err != nil || strings.Contains(r.stderr, "warning") {
		t.Fatalf("%s: %v: %s", name, r.err, r.stderr)
	}
	rows := tableRows[table.Recording](t, folders["/fleet"], "recordings")
	if got := fmt.Sprintf("%s %s %s %s", rows[0].Service, rows[0].Version, rows[0].Pod, rows[0].Node); len(rows) != 1 || got != want {
		t.Errorf("%s: %d recordings, labels %q, want %q", name, len(rows), got, want)
	}
	if _, err := os.Stat(dump); (err == nil) == slices.Contains(args, "--remove") {
		t.Errorf("%s: the dump is there: %v", name, err == nil)
	}
}
