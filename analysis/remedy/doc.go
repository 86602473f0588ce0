// Package remedy matches findings with containers that are known to leak. Files list these containers with the cause, what to change, and a
// link to documentation. Findings are matched by names only, so users can add entries for their own libraries.
package remedy
