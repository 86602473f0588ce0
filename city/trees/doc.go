// Package trees merges the memory trees of a recording's GC points into a [Series]: every group that there was at any of them,
// with its numbers at each. [Meta] says how these move over a window: the max tree and the growth tree of Memory Cities (DOI
// 10.1109/VISSOFT51673.2020.00017). A key names a group in every series of the same grouping; [Search] finds groups by what
// users type. A series may have a base, which is a memory tree of another recording matched group by group.
//
// A recording that grows gives one series after another, each sharing with the one before what has not changed.
package trees
