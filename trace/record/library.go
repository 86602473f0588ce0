package record

import (
	"context"

	"memcity/trace/process"
	"memcity/trace/record/agent"
	"memcity/trace/record/jvm"
)

// library returns the agent for a target as what a VM can load.
func library(ctx context.Context, t agent.Target) (jvm.Library, error) {
	content, err := agent.Load(ctx, t)
	return jvm.Library{Holder: agent.Holder(), Name: t.FileName(), Content: content}, err
}

// targetOf returns what the VMs of a command run on: if it names java what that is built for, else what this machine's Java is.
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
