"""Reduces the data of GeoNames in two packages to the towns of the portal.

One package has the postal codes of places, the other the locations and inhabitants of settlements.
Both are joined by name and state; of several settlements of one name, the one near the other places
of the postal code is meant. Parts of a town (`Hamburg Horn`) give it their postal codes. A place
without a settlement gets the location of places with similar postal codes, unless all of its postal
codes are those of towns.
"""

import csv
import io
import json
import math
import statistics
import sys
import unicodedata
import zipfile
from collections import defaultdict

# The codes of GeoNames and ours, which are those of ISO 3166-2:DE.
STATES = {
    "01": "BW",
    "02": "BY",
    "03": "HB",
    "04": "HH",
    "05": "HE",
    "06": "NI",
    "07": "NW",
    "08": "RP",
    "09": "SL",
    "10": "SH",
    "11": "BB",
    "12": "MV",
    "13": "SN",
    "14": "ST",
    "15": "TH",
    "16": "BE",
}
# A settlement that is farther away from the places of similar postal codes is another one of the
# same name, in kilometres.
MAX_DISTANCE = 40
LARGE_CITY = 100_000
# Places that share so many digits of a postal code are close to each other.
CLOSE_DIGITS = (5, 4, 3)


class Place:
    """What shares a name, a state and a district of that state, with its postal codes."""

    def __init__(self, name, state, district):
        self.name, self.state, self.district = name, state, district
        self.codes = set()
        self.settlement = None
        self.location = None

    def settle(self, settlement):
        self.settlement = settlement
        self.location = settlement and (settlement["latitude"], settlement["longitude"])

    def inhabitants(self):
        return self.settlement["population"] if self.settlement else 0

    def shares_digits(self, other, digits):
        prefixes = [{code[:digits] for code in place.codes} for place in (self, other)]
        return bool(prefixes[0] & prefixes[1])

    def is_part_of(self, whole):
        """Given that the name of the whole begins this one."""
        if fold(self.name) == fold(whole.name) and (self.settlement or not whole.settlement):
            return False
        is_large = whole.inhabitants() >= LARGE_CITY
        if self.codes & whole.codes or is_large and self.district == whole.district:
            return True
        return self.settlement is None and whole.settlement and self.shares_digits(whole, 2 if is_large else 4)


def fold(name):
    """Compares names as `folded_name` of the domain does."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c)).lower()
    for written, short in (("ß", "ss"), ("ae", "a"), ("oe", "o"), ("ue", "u")):
        bare = bare.replace(written, short)
    return " ".join("".join(c if c.isalnum() else " " for c in bare).split())


def base_name(name):
    """The name without a parenthesis, and without what follows a comma or a slash."""
    for mark in ",(/":
        name = name.split(mark)[0]
    return name.strip()


def read_places(path):
    places = {}
    with zipfile.ZipFile(path) as archive, archive.open(archive.namelist()[0]) as file:
        for row in csv.DictReader(io.TextIOWrapper(file, "utf-8")):
            name, state, district = " ".join(row["place_name"].split()), row["admin_code1"], row["admin_name3"]
            # Austria's exclaves have no state.
            if state:
                places.setdefault((name, state, district), Place(name, state, district)).codes.add(row["postal_code"])
    return list(places.values())


def read_settlements(path):
    """By folded name and state. Other names than the main one count where there is no such settlement,
    or only a smaller one: the main names of large cities are English."""
    with open(path, encoding="utf-8") as file:
        settlements = [entry for entry in json.load(file).values() if entry["countrycode"] == "DE"]
    by_name = defaultdict(list)
    for entry in settlements:
        by_name[fold(entry["name"]), STATES[entry["admin1code"]]].append(entry)
    main_names = {key: max(entry["population"] for entry in known) for key, known in by_name.items()}
    for entry in settlements:
        for name in {fold(name) for name in entry["alternatenames"]}:
            key = name, STATES[entry["admin1code"]]
            if entry not in by_name[key] and entry["population"] > main_names.get(key, -1):
                by_name[key].append(entry)
    return by_name


def kilometres(one, other):
    north = one[0] - other[0]
    east = (one[1] - other[1]) * math.cos(math.radians(one[0]))
    return math.hypot(north, east) * 111.2


class Locations:
    """The locations of places by the first digits of their postal codes."""

    def __init__(self, places):
        self.by_digits = defaultdict(list)
        for place in places:
            for code in place.codes if place.location else ():
                for digits in CLOSE_DIGITS:
                    self.by_digits[code[:digits]].append((place, place.location))

    def median_of_others(self, place, least=1):
        """Of the places with the most similar codes that are so many at least."""
        for digits in CLOSE_DIGITS:
            prefixes = {code[:digits] for code in place.codes}
            known = [known for prefix in sorted(prefixes) for known in self.by_digits.get(prefix, ())]
            found = [location for other, location in known if other is not place]
            if len(found) >= least:
                return tuple(statistics.median(values) for values in zip(*found))
        return None


def settle_by_name(places, settlements):
    candidates = {}
    for place in places:
        names = [fold(place.name), fold(base_name(place.name))]
        found = next((settlements[name, place.state] for name in names if settlements.get((name, place.state))), [])
        candidates[place] = found
        if len(found) == 1:
            place.settle(found[0])
    # Twice, because a few are wrong at first; a median of several does not show them.
    for _ in range(2):
        locations = Locations(places)
        for place, found in candidates.items():
            choose(place, found, locations.median_of_others(place, least=5))


def choose(place, found, center):
    def distance(entry):
        return kilometres((entry["latitude"], entry["longitude"]), center) if center else 0

    close = [entry for entry in found if distance(entry) <= MAX_DISTANCE]
    large = [entry for entry in close if entry["population"] >= LARGE_CITY]
    place.settle(min(large or close, key=distance, default=None))


def join_same(places):
    """One town of all places that are the same settlement under the same name."""
    towns = {}
    for place in sorted(places, key=lambda place: (len(place.name), place.name)):
        key = (fold(base_name(place.name)), place.settlement["geonameid"]) if place.settlement else place
        towns.setdefault(key, place).codes.update(place.codes)
    return list(towns.values())


def join_parts(places):
    by_name = defaultdict(list)
    for place in places:
        by_name[fold(place.name)].append(place)
    towns = []
    # A part of a part comes before it.
    for place in sorted(places, key=lambda place: (-len(place.name), place.name)):
        words = fold(place.name).split()
        prefixes = [" ".join(words[:count]) for count in range(len(words), 0, -1)]
        wholes = (whole for prefix in prefixes for whole in by_name.get(prefix, ()) if whole is not place)
        whole = next((whole for whole in wholes if place.is_part_of(whole)), None)
        if whole:
            whole.codes |= place.codes
        else:
            towns.append(place)
    return towns


def locate_rest(towns):
    locations = Locations(towns)
    kept = [town for town in towns if town.location or any(code not in locations.by_digits for code in town.codes)]
    for town in kept:
        town.location = town.location or locations.median_of_others(town)
    return [town for town in kept if town.location]


def main(postal_codes, settlements, output):
    places = read_places(postal_codes)
    settle_by_name(places, read_settlements(settlements))
    towns = locate_rest(join_parts(join_same(places)))
    lost = {code for place in places for code in place.codes} - {code for town in towns for code in town.codes}
    if lost:
        sys.exit(f"failed to find a town of the postal codes {sorted(lost)}")
    towns.sort(key=lambda town: (-town.inhabitants(), -len(town.codes), town.name, town.state, min(town.codes)))
    with open(output, "w", encoding="utf-8") as file:
        for town in towns:
            north, east = (round(degrees * 1000) for degrees in town.location)
            file.write(f"{town.name}\t{town.state}\t{north}\t{east}\t{' '.join(sorted(town.codes))}\n")
    located = sum(town.settlement is None for town in towns)
    print(f"{len(towns)} towns, {located} of them located by similar postal codes")


if __name__ == "__main__":
    main(*sys.argv[1:])
