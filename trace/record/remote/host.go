package remote

import "strings"

// Host is where programs are run, by a command line of the user's client.
type Host struct {
	Name string // for messages: container shop
	// command returns the words that run a script in a shell there, with the standard streams connected.
	command func(script string) []string
	prompts bool // the client may prompt at the terminal, so it has to stay in this program's group
}

// Docker is a container by its name or number, for the client docker.
func Docker(container string) Host {
	return Host{Name: "container " + container, command: func(script string) []string {
		return []string{"docker", "exec", "-i", container, "sh", "-c", script}
	}}
}

// Pod is a container in a pod, for the client kubectl. Name space and container may be empty, for the usual ones.
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

// SSH is another machine, as ssh takes it: user@host, or a name from its configuration.
func SSH(host string) Host {
	return Host{Name: "host " + host, prompts: true, command: func(script string) []string {
		return []string{"ssh", "-T", "--", host, "exec sh -c " + quote(script)} // the user's shell there may be another one
	}}
}

// quote makes a word for a shell.
func quote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

func quoteAll(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quote(w)
	}
	return strings.Join(quoted, " ")
}
