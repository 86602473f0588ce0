// Package inputs has the commands that report and change what a recording is: info, inspect, convert and serve.
package inputs
