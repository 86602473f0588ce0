// Package v8profile reads sampled heap profiles of V8 as points with counts by allocation site: files .heapprofile, which node --heap-prof and
// Chrome DevTools write. They contain bytes by call stack, but no numbers of objects.
package v8profile
