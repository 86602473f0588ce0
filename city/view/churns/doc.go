// Package churns defines the churn view without its drawing: the objects that died in a window, their age, and their allocation sites.
// Package churn contains the analysis.
package churns
