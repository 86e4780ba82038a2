"""The pagemap: a whole site, its tables included, in one small XML tree.

`parse` makes a `model.Pagemap` of a document, `source.PagemapSource` makes pages of that, asking the
databases through `query`.
"""
