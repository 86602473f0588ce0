// Command build compiles the agent into a folder, for developers: a warning of the compiler is an error.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"memcity/trace/record/agent"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: build FOLDER")
		os.Exit(2)
	}
	path := filepath.Join(os.Args[1], agent.FileName())
	if err := agent.Build(context.Background(), path, agent.Strict()...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("Built", path)
}
