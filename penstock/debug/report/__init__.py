"""A dump as one HTML page, for those who would rather look: `penstock debug --html DUMP_DIR`.

`statistics` looks at one tensor after the other, `layout` places the nodes of the graph, `drawing` makes pictures (SVG), and
`page` puts the page together.
"""
