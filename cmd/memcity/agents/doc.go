// Package agents contains the command mcp. It serves the Model Context Protocol on standard input and output, so that AI agents can ask
// about recordings. Every tool of the protocol runs a command of the program and returns its output. server describes the tools and receives the
// requests, tools translates each into a command line, and answer splits long answers into parts.
package agents
