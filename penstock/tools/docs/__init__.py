"""Reference pages in Markdown, made from the code: `python -m penstock.tools.docs`, or `penstock docs`.

`catalogue.py` says which public name stands on which page, `docstrings.py` turns a docstring into Markdown, the
modules `*_pages.py` write the pages: names of Python, operations, commands, C++ headers. `site.py` makes a web site of
them and the guides.
"""
