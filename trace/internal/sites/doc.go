// Package sites assembles recordings of heap profiles: objects and bytes per allocation site, without single objects. Readers of several
// formats use it.
package sites
