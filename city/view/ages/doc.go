// Package ages has queries and reports on how long objects have lived.
package ages
