"""Reads a dump directory and says all that `DebugDumpDir` knows about it. Runs under both Pythons, on either package."""


def digest(debug_data, root):
    """What a dump holds, as text that is equal for equal dumps, including the times and sizes of its files."""
    dump = debug_data.DebugDumpDir(root)
    lines = [repr((dump.size, dump.devices(), tuple(dump.core_metadata), dump.t0))]
    lines.append(repr((dump.run_fetches_info, dump.run_feed_keys_info, sorted(dump.nodes()))))
    for datum in dump.dumped_tensor_data:
        value = datum.get_tensor()
        node = datum.node_name
        lines.append(
            repr(
                (
                    (str(datum), datum.watch_key, datum.extended_timestamp, datum.dump_size_bytes),
                    (dump.node_op_type(node), dump.node_device(node), sorted(dump.debug_watch_keys(node))),
                    [
                        (dump.node_inputs(node, control), dump.node_recipients(node, control))
                        for control in (False, True)
                    ],
                    dump.transitive_inputs(node),
                    dump.transitive_inputs(node, include_control=False, include_reversed_ref=True),
                    dump.get_rel_timestamps(node, datum.output_slot, datum.debug_op),
                    (value.dtype.name, value.tolist()) if hasattr(value, "dtype") else str(value),
                )
            )
        )
    lines.append(repr([datum.tensor_name for datum in dump.find(debug_data.has_inf_or_nan)]))
    graphs = dump.reconstructed_non_debug_partition_graphs()
    lines.append(repr([(n.name, list(n.input)) for name in sorted(graphs) for n in graphs[name].node]))
    return lines


def paths(debug_data, root):
    """A way from the tensor that was dumped first to each other one, and whether each of its nodes is an input of the next."""
    dump = debug_data.DebugDumpDir(root)
    first = dump.dumped_tensor_data[0].node_name
    found = []
    for datum in dump.dumped_tensor_data:
        path = dump.find_some_path(first, datum.node_name)
        names = [name.split(":")[0] for name in path or []]
        joined = all(
            a in [i.split(":")[0] for i in dump.node_inputs(b) + dump.node_inputs(b, True)]
            for a, b in zip(names, names[1:])
        )
        found.append((datum.node_name, path, joined))
    return found
