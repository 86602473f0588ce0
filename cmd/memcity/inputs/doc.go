// Package inputs has the commands that tell and change what a recording is: info, inspect, convert and serve.
package inputs
