"""One configuration for both languages::

    sphinx-build -b dirhtml -c . -D language=en en OUT
    sphinx-build -b dirhtml -c . -D language=de de OUT/de

The second build finds the pages of the first; run the first once more, and it finds those of the second.
"""

project = "Hill Street Roastery"
extensions = ["sphinx_urlset"]
html_theme = "alabaster"

urlset_languages = {"en": "https://roastery.example/", "de": "https://roastery.example/de/"}
urlset_x_default = "en"


def _base(app, config):
    config.html_baseurl = urlset_languages[config.language]


def setup(app):
    app.connect("config-inited", _base)
