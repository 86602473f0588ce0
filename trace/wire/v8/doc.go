// Package v8 reads the tables of heap snapshots of V8: files .heapsnapshot and .heaptimeline of Node.js, Chrome, Electron and Deno, plain or
// compressed with gzip. It does not interpret the rows.
//
// A snapshot is one JSON object. Its first member, snapshot, names the columns of the tables. The other members are tables: lists of
// numbers without rows, except for the list strings, which comes last.
//
//	snapshot               meta with the names of columns and of the values of type, and the numbers of nodes and edges
//	nodes                  type · name, an index into strings · id · self_size in bytes · edge_count · … , in the order of meta.node_fields
//	edges                  type · name_or_index · to_node, an index into the list nodes; in the order of the nodes
//	trace_function_infos   function_id · name · script_name · script_id · line · column
//	trace_tree             one list per function call: id · function_info_index · count · size · list of the calls that it makes
//	samples                timestamp_us · last_assigned_id
//	locations              object_index, an index into the list nodes · script_id · line · column
//	scopes                 script_node_index, an index into the list nodes · scope_id · depth · scope_context_vars_count · scope_uses_count
//	scope_context_vars     name of a variable in the context of a scope; in the order of the scopes
//	scope_uses             declaring_scope_id · slot_index, of the used variable; in the order of the scopes
//	strings                texts, which V8 truncates to 1,024 characters
//
// Node.js 24 and later leave out the column trace_node_id unless allocations are traced. Only Chromium 156 and later write the tables about scopes.
package v8
