"""`urllib2`: what is in `urllib.request` and `urllib.error` today."""

from urllib.error import *  # noqa: F403
from urllib.error import HTTPError, URLError  # noqa: F401
from urllib.parse import quote, unquote  # noqa: F401
from urllib.request import *  # noqa: F403
from urllib.request import (  # noqa: F401
    HTTPBasicAuthHandler,
    HTTPCookieProcessor,
    HTTPHandler,
    HTTPSHandler,
    ProxyHandler,
    Request,
    build_opener,
    install_opener,
    urlopen,
)
