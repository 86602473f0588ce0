// Package inputs contains the commands that describe, convert and serve recordings: info, inspect, convert and serve.
package inputs
