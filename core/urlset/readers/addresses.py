"""Which internet addresses are public: everyone may be asked there, and nobody's inner network is reached.

The lists are those of the special-purpose address registries of IANA. Python's ``is_global`` is not enough:
it calls IPv6 forms public in which a private IPv4 address is wrapped, and multicast.
"""

from __future__ import annotations

from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

_PRIVATE_4 = """
0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
"""
_PUBLIC_6 = "2000::/3"
_PRIVATE_6 = "2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20"
_NAT64 = "64:ff9b::/96"


def is_public(address: str) -> bool:
    """Whether a numeric address (any zone index aside) is one of the open internet."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = _inner(found)
        return _is_public_4(inner) if inner else _is_public_6(found)
    return _is_public_4(found)


def _inner(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that is meant, where a translator or the system will go there."""
    if address in _networks_6(_NAT64)[0]:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped


def _is_public_4(address: IPv4Address) -> bool:
    return not any(address in network for network in _networks_4(_PRIVATE_4))


def _is_public_6(address: IPv6Address) -> bool:
    inside = address in _networks_6(_PUBLIC_6)[0]
    return inside and not any(address in network for network in _networks_6(_PRIVATE_6))


@cache
def _networks_4(listed: str) -> tuple[IPv4Network, ...]:
    return tuple(IPv4Network(text) for text in listed.split())


@cache
def _networks_6(listed: str) -> tuple[IPv6Network, ...]:
    return tuple(IPv6Network(text) for text in listed.split())
