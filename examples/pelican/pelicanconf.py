SITENAME = "Hill Street Roastery"
SITEURL = "https://roastery.example"
PATH = "content"
TIMEZONE = "Europe/Berlin"
DEFAULT_LANG = "en"

PLUGINS = ["urlset"]
URLSET = {"x_default": "en"}

# The pages are the site: no blog, no listings, no feeds.
DIRECT_TEMPLATES = []
FEED_ALL_ATOM = CATEGORY_FEED_ATOM = TRANSLATION_FEED_ATOM = AUTHOR_FEED_ATOM = AUTHOR_FEED_RSS = None
