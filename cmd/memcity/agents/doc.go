// Package agents has the command mcp: the Model Context Protocol over standard input and output, by which programs that work for somebody
// ask questions about recordings. Every tool of the protocol is a command of the program, and answers with what that prints: server
// describes the tools and takes the requests, tools has what each becomes on the command line, answer the parts that a long answer is in.
package agents
