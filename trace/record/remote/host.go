package remote

import "strings"

// Host is a place to run programs with a client of the user.
type Host struct {
	Name string // for messages: container shop
	// command returns the command line that runs a script in a shell on the host, with the standard streams connected.
	command func(script string) []string
	prompts bool // the client may prompt at the terminal, so it must stay in this program's process group
}

// Docker returns the host for a container, by name or ID, with the client docker.
func Docker(container string) Host {
	return Host{Name: "container " + container, command: func(script string) []string {
		return []string{"docker", "exec", "-i", container, "sh", "-c", script}
	}}
}

// Pod returns the host for a container in a pod, with the client kubectl. namespace and container may be empty for the defaults.
func Pod(pod, namespace, container string) Host {
	words := []string{"kubectl"}
	if namespace != "" {
		words = append(words, "-n", namespace)
	}
	words = append(words, "exec", "-i", pod)
	if container != "" {
		words = append(words, "-c", container)
	}
	return Host{Name: "pod " + pod, command: func(script string) []string {
		return append(words[:len(words):len(words)], "--", "sh", "-c", script)
	}}
}

// SSH returns the host for another machine, in ssh notation: user@host, or a name from the ssh configuration.
func SSH(host string) Host {
	return Host{Name: "host " + host, prompts: true, command: func(script string) []string {
		return []string{"ssh", "-T", "--", host, "exec sh -c " + quote(script)} // the user's login shell there may not be sh
	}}
}

// quote quotes a word for a shell.
func quote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

func quoteAll(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quote(w)
	}
	return strings.Join(quoted, " ")
}
