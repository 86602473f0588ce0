// Package ages defines queries and reports on the age of objects.
package ages
