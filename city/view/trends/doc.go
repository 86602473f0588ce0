// Package trends defines the trends view without its drawing: groups over time, level by level. Package trend contains the analysis.
package trends
