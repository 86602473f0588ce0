package record

import (
	"context"

	"memcity/trace/process"
	"memcity/trace/record/agent"
	"memcity/trace/record/jvm"
)

// library returns the agent for a target, in the form that a VM can load.
func library(ctx context.Context, t agent.Target) (jvm.Library, error) {
	content, err := agent.Load(ctx, t)
	return jvm.Library{Holder: agent.Holder(), Name: t.FileName(), Content: content}, err
}

// targetOf returns the platform of a command's VMs. If the command names java, it is the platform of that file, otherwise the platform of
// this machine's Java.
func targetOf(cmd *process.Cmd) agent.Target {
	if at := javaWord(cmd.Args); at >= 0 {
		if path, err := process.FindForUser(cmd.Args[at]); err == nil {
			if t, err := agent.TargetOf(path); err == nil {
				return t
			}
		}
	}
	return agent.Here()
}
