"""What the demo campaign has beside its places: fleets of both sides, raiders and convoys, land units far from supply.

The fleets are those of history as far as one looks from afar; how they are cut into squadrons is made up, and their
factors are the stand-ins of their kinds (R-77). A group puts its own counters in their place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.engine import Create
from navalassist.systems.storm_of_steel.stand_ins import factors_of
from navalassist.systems.storm_of_steel.state import POOL, Duty, Fleet, LandUnit, Nation, Side, Squadron, SquadronKind

# key, name, place, duty
FLEETS = {
    Side.CENTRAL: (
        ("high-sea-fleet", "High Sea Fleet", "base:wilhelmshaven", Duty.NONE),
        ("scouting-forces", "Scouting Forces", "base:wilhelmshaven", Duty.NONE),
        ("baltic-forces", "Baltic Forces", "base:kiel", Duty.NONE),
        ("u-boats", "U-boats", "area:western-approaches", Duty.RAIDING),
        ("atlantic-raiders", "Atlantic Raiders", "area:atlantic-gibraltar", Duty.RAIDING),
        ("mediterranean-division", "Mediterranean Division", "area:central-mediterranean", Duty.RAIDING),
        ("austrian-fleet", "Austro-Hungarian Fleet", "base:pola", Duty.NONE),
        ("cattaro-flotilla", "Cattaro Flotilla", "base:cattaro", Duty.NONE),
    ),
    Side.ALLIED: (
        ("grand-fleet", "Grand Fleet", "base:scapa-flow", Duty.NONE),
        ("battle-cruiser-fleet", "Battle Cruiser Fleet", "base:rosyth", Duty.NONE),
        ("harwich-force", "Harwich Force", "base:harwich", Duty.NONE),
        ("channel-fleet", "Channel Fleet", "base:portsmouth", Duty.NONE),
        ("western-escorts", "Western Escorts", "area:western-approaches", Duty.CONVOY),
        ("mediterranean-fleet", "Mediterranean Fleet", "base:malta", Duty.NONE),
        ("french-fleet", "French Battle Fleet", "base:toulon", Duty.NONE),
        ("mediterranean-escorts", "Mediterranean Escorts", "area:central-mediterranean", Duty.CONVOY),
        ("baltic-fleet", "Baltic Fleet", "base:helsingfors", Duty.NONE),
        ("black-sea-fleet", "Black Sea Fleet", "base:sevastopol", Duty.NONE),
    ),
}  # fmt: skip
# key, name, nation, kind, place: the key of a fleet, or a place by itself
SQUADRONS = {
    Side.CENTRAL: (
        ("german-squadron-1", "I Battle Squadron", Nation.GERMAN, SquadronKind.BB, "high-sea-fleet"),
        ("german-squadron-3", "III Battle Squadron", Nation.GERMAN, SquadronKind.BB, "high-sea-fleet"),
        ("german-squadron-2", "II Battle Squadron", Nation.GERMAN, SquadronKind.PD, "high-sea-fleet"),
        ("german-flotilla-1", "I Torpedo Boat Flotilla", Nation.GERMAN, SquadronKind.ESC, "high-sea-fleet"),
        ("scouting-group-1", "I Scouting Group", Nation.GERMAN, SquadronKind.BC, "scouting-forces"),
        ("scouting-group-2", "II Scouting Group", Nation.GERMAN, SquadronKind.CA, "scouting-forces"),
        ("german-squadron-4", "IV Battle Squadron", Nation.GERMAN, SquadronKind.PD, "baltic-forces"),
        ("baltic-cruisers", "Baltic Cruisers", Nation.GERMAN, SquadronKind.CA, "baltic-forces"),
        ("u-flotilla-1", "I U-boat Flotilla", Nation.GERMAN, SquadronKind.SS, "u-boats"),
        ("u-flotilla-2", "II U-boat Flotilla", Nation.GERMAN, SquadronKind.SS, "u-boats"),
        ("atlantic-cruisers", "Atlantic Cruisers", Nation.GERMAN, SquadronKind.CA, "atlantic-raiders"),
        ("goeben", "Goeben", Nation.GERMAN, SquadronKind.BC, "mediterranean-division"),
        ("breslau", "Breslau", Nation.GERMAN, SquadronKind.CA, "mediterranean-division"),
        ("colliers", "Colliers", Nation.GERMAN, SquadronKind.TRN, "mediterranean-division"),
        ("austrian-division-1", "1st Division", Nation.AUSTRIAN, SquadronKind.BB, "austrian-fleet"),
        ("austrian-division-2", "2nd Division", Nation.AUSTRIAN, SquadronKind.PD, "austrian-fleet"),
        ("austrian-cruisers", "Cruiser Flotilla", Nation.AUSTRIAN, SquadronKind.CA, "cattaro-flotilla"),
        ("austrian-boats", "Torpedo Flotilla", Nation.AUSTRIAN, SquadronKind.ESC, "cattaro-flotilla"),
        ("german-transports", "German Transports", Nation.GERMAN, SquadronKind.TRN, "base:danzig"),
        ("turkish-squadron", "Turkish Squadron", Nation.TURKISH, SquadronKind.PD, POOL),
    ),
    Side.ALLIED: (
        ("battle-squadron-1", "1st Battle Squadron", Nation.BRITISH, SquadronKind.BB, "grand-fleet"),
        ("battle-squadron-2", "2nd Battle Squadron", Nation.BRITISH, SquadronKind.BB, "grand-fleet"),
        ("battle-squadron-4", "4th Battle Squadron", Nation.BRITISH, SquadronKind.BB, "grand-fleet"),
        ("cruiser-squadron-2", "2nd Cruiser Squadron", Nation.BRITISH, SquadronKind.CA, "grand-fleet"),
        ("flotilla-4", "4th Destroyer Flotilla", Nation.BRITISH, SquadronKind.ESC, "grand-fleet"),
        ("battle-cruisers-1", "1st Battle Cruiser Squadron", Nation.BRITISH, SquadronKind.BC, "battle-cruiser-fleet"),
        ("light-cruisers-1", "1st Light Cruiser Squadron", Nation.BRITISH, SquadronKind.CA, "battle-cruiser-fleet"),
        ("flotilla-1", "1st Destroyer Flotilla", Nation.BRITISH, SquadronKind.ESC, "harwich-force"),
        ("flotilla-3", "3rd Destroyer Flotilla", Nation.BRITISH, SquadronKind.ESC, "harwich-force"),
        ("submarines-8", "8th Submarine Flotilla", Nation.BRITISH, SquadronKind.SS, "harwich-force"),
        ("battle-squadron-5", "5th Battle Squadron", Nation.BRITISH, SquadronKind.PD, "channel-fleet"),
        ("battle-squadron-7", "7th Battle Squadron", Nation.BRITISH, SquadronKind.PD, "channel-fleet"),
        ("western-cruisers", "Western Patrol Cruisers", Nation.BRITISH, SquadronKind.CA, "western-escorts"),
        ("western-flotilla", "Western Escort Flotilla", Nation.BRITISH, SquadronKind.ESC, "western-escorts"),
        ("battle-cruisers-2", "2nd Battle Cruiser Squadron", Nation.BRITISH, SquadronKind.BC, "mediterranean-fleet"),
        ("cruiser-squadron-1", "1st Cruiser Squadron", Nation.BRITISH, SquadronKind.CA, "mediterranean-fleet"),
        ("flotilla-5", "5th Destroyer Flotilla", Nation.BRITISH, SquadronKind.ESC, "mediterranean-fleet"),
        ("french-squadron-1", "1st French Squadron", Nation.FRENCH, SquadronKind.BB, "french-fleet"),
        ("french-squadron-2", "2nd French Squadron", Nation.FRENCH, SquadronKind.PD, "french-fleet"),
        ("french-flotilla", "French Escort Flotilla", Nation.FRENCH, SquadronKind.ESC, "mediterranean-escorts"),
        ("baltic-battleships", "Baltic Battleships", Nation.RUSSIAN, SquadronKind.PD, "baltic-fleet"),
        ("russian-cruisers", "Russian Cruisers", Nation.RUSSIAN, SquadronKind.CA, "baltic-fleet"),
        ("black-sea-battleships", "Black Sea Battleships", Nation.RUSSIAN, SquadronKind.PD, "black-sea-fleet"),
        ("british-transports", "British Transports", Nation.BRITISH, SquadronKind.TRN, "base:portsmouth"),
        ("italian-squadron-1", "1st Italian Squadron", Nation.ITALIAN, SquadronKind.BB, POOL),
    ),
}  # fmt: skip
# key, name, nation, what else is not plain
LAND_UNITS: Mapping[Side, tuple[tuple[str, str, Nation, Mapping[str, Any]], ...]] = {
    Side.CENTRAL: (
        ("east-africa", "East African Protective Force", Nation.GERMAN,
         {"place": "off-map", "area_name": "German East Africa", "own": True}),
        ("south-west-africa", "South-West African Protective Force", Nation.GERMAN,
         {"terrain": "desert", "place": "off-map", "area_name": "German South-West Africa", "own": True}),
        ("tsingtao", "Tsingtao Garrison", Nation.GERMAN, {"place": "naval-base"}),
        ("boer-rising", "Boer Uprising", Nation.OTHER,
         {"kind": "uprising", "place": "off-map", "area_name": "South Africa"}),
        ("balkan-corps", "Balkan Corps", Nation.AUSTRIAN, {"terrain": "mountain"}),
    ),
    Side.ALLIED: (
        ("indian-division", "Indian Division", Nation.BRITISH,
         {"place": "off-map", "area_name": "India", "own": True, "symbol": True}),
        ("indian-force-b", "Indian Expeditionary Force", Nation.BRITISH,
         {"place": "off-map", "area_name": "Indian Ocean", "afloat": True}),
        ("siberian-corps", "Siberian Corps", Nation.RUSSIAN,
         {"place": "off-map", "area_name": "Siberia", "own": True, "symbol": True}),
        ("japanese-division", "18th Division", Nation.JAPANESE, {"place": "off-map", "area_name": "China"}),
        ("canal-force", "Canal Defence Force", Nation.BRITISH, {"terrain": "desert"}),
        ("serbian-army", "Serbian Detachment", Nation.OTHER, {"terrain": "mountain"}),
        ("expeditionary-force", "Expeditionary Force", Nation.BRITISH, {"loc": True}),
    ),
}  # fmt: skip


def demo_forces() -> Iterator[Create]:
    """Fleets, squadrons and land units of both sides."""
    for side in Side:
        for key, name, place, duty in FLEETS[side]:
            yield Fleet.new(key, side=side, name=name, place=place, duty=duty)
        fleets = {key for key, *_ in FLEETS[side]}
        for key, name, nation, kind, place in SQUADRONS[side]:
            about = {"nation": nation, "kind": kind, **factors_of(kind)}
            yield Squadron.new(
                key, side=side, name=name, place=Fleet.row_of(place) if place in fleets else place, **about
            )
        for key, name, nation, more in LAND_UNITS[side]:
            yield LandUnit.new(key, side=side, name=name, nation=nation, **more)
