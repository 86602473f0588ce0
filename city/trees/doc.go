// Package trees merges the memory trees of a recording's GC points into a [Series]: the union of their groups, with the numbers at each
// point. [Meta] summarizes their changes over a window: the max tree and the growth tree of Memory Cities (DOI
// 10.1109/VISSOFT51673.2020.00017). A key identifies a group in every series of the same grouping. [Search] finds groups by text queries. A
// series may have a baseline: a memory tree of another recording, matched group by group.
//
// A growing recording gives one series after another. Each shares unchanged data with the one before.
package trees
