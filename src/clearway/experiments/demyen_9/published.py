"""The names of the maps, as the Moving AI Lab publishes them.

The thesis used 75 maps of Baldur's Gate II and 41 of Warcraft III; 75 and 36 are published.
"""

from __future__ import annotations


def names(text: str) -> tuple[str, ...]:
    """Files of these maps."""
    return tuple(f"{name}.map" for name in text.split())


BALDURS_GATE = names(
    """
    AR0011SR AR0012SR AR0013SR AR0014SR AR0015SR AR0016SR AR0017SR AR0018SR AR0020SR AR0041SR
    AR0042SR AR0043SR AR0044SR AR0045SR AR0046SR AR0070SR AR0071SR AR0072SR AR0201SR AR0202SR
    AR0203SR AR0204SR AR0205SR AR0206SR AR0300SR AR0301SR AR0302SR AR0303SR AR0304SR AR0305SR
    AR0306SR AR0307SR AR0308SR AR0309SR AR0310SR AR0314SR AR0316SR AR0317SR AR0331SR AR0400SR
    AR0404SR AR0405SR AR0406SR AR0410SR AR0411SR AR0412SR AR0413SR AR0414SR AR0418SR AR0500SR
    AR0502SR AR0503SR AR0504SR AR0505SR AR0506SR AR0509SR AR0510SR AR0511SR AR0513SR AR0516SR
    AR0517SR AR0526SR AR0600SR AR0601SR AR0602SR AR0603SR AR0604SR AR0605SR AR0700SR AR0701SR
    AR0702SR AR0704SR AR0705SR AR0709SR AR0711SR
    """
)
WARCRAFT = names(
    """
    battleground blastedlands bloodvenomfalls bootybay darkforest deadwaterdrop divideandconquer
    dragonfire drywatergulch duskwood dustwallowkeys frostsabre gardenofwar gnollwood
    golemsinthemist harvestmoon heart2heart hillsofglory icecrown isleofdread losttemple
    moonglade mysticisles nighthaven petrifiedforest plaguelands plainsofsnow plunderisle
    riverrun scorchedbasin stromguarde swampofsorrows thecrucible theglaive timbermawhold
    tranquilpaths
    """
)
