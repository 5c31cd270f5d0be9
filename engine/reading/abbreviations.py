"""Written short forms, what they stand for, and whether they can end a sentence.

``TITLES`` stand before a name and never end a sentence. ``LEADERS`` point at
what follows them and never do either. ``ENDERS`` end one if what follows
starts like a new sentence. ``COUNTED`` are read so only before a number.
"""

from __future__ import annotations

TITLES = {
    "Dr": "doctor", "Mr": "mister", "Mrs": "missus", "Ms": "miz", "Mx": "mix",
    "Prof": "professor", "Sgt": "sergeant", "Capt": "captain", "Cpt": "captain",
    "Lt": "lieutenant", "Col": "colonel", "Gen": "general", "Maj": "major", "Cpl": "corporal",
    "Cmdr": "commander", "Adm": "admiral", "Rev": "reverend", "Hon": "honorable",
    "St": "saint", "Ste": "saint", "Mt": "mount", "Ft": "fort", "Pres": "president",
    "Gov": "governor", "Sen": "senator", "Rep": "representative", "Messrs": "messieurs",
    "Mme": "madame", "Mlle": "mademoiselle", "Fr": "father", "Br": "brother", "Supt": "superintendent",
    "Det": "detective", "Insp": "inspector", "Pvt": "private", "Amb": "ambassador",
}  # fmt: skip

LEADERS = {
    "vs": "versus", "v": "versus", "cf": "compare", "viz": "namely", "ca": "circa",
    "approx": "approximately", "esp": "especially", "incl": "including", "excl": "excluding",
    "al": "al", "ibid": "ibid", "e.g": "for example", "i.e": "that is", "a.k.a": "also known as",
}  # fmt: skip

ENDERS = {
    "etc": "et cetera", "Jr": "junior", "Sr": "senior", "Inc": "incorporated", "Ltd": "limited",
    "Co": "company", "Corp": "corporation", "Bros": "brothers", "Ave": "avenue",
    "Blvd": "boulevard", "Rd": "road", "Ln": "lane", "Sq": "square", "Hwy": "highway",
    "Pkwy": "parkway", "Dept": "department", "Univ": "university", "Assn": "association",
    "Esq": "esquire", "est": "established", "min": "minutes", "max": "maximum", "hr": "hour",
    "hrs": "hours", "sec": "seconds", "misc": "miscellaneous", "temp": "temperature",
    "tel": "telephone", "ext": "extension", "Jan": "January", "Feb": "February", "Mar": "March",
    "Apr": "April", "Jun": "June", "Jul": "July", "Aug": "August", "Sep": "September",
    "Sept": "September", "Oct": "October", "Nov": "November", "Dec": "December",
    "Mon": "Monday", "Tue": "Tuesday", "Tues": "Tuesday", "Wed": "Wednesday",
    "Thu": "Thursday", "Thur": "Thursday", "Thurs": "Thursday", "Fri": "Friday",
    "Sat": "Saturday", "Sun": "Sunday", "Mass": "Massachusetts", "Calif": "California",
    "Penn": "Pennsylvania", "Conn": "Connecticut", "Ala": "Alabama", "Ariz": "Arizona",
}  # fmt: skip

COUNTED = {
    "No": "number", "no": "number", "Nos": "numbers", "nos": "numbers", "vol": "volume",
    "Vol": "volume", "vols": "volumes", "p": "page", "pp": "pages", "pg": "page",
    "ch": "chapter", "Ch": "chapter", "chap": "chapter", "Chap": "chapter", "fig": "figure",
    "Fig": "figure", "figs": "figures", "Figs": "figures", "eq": "equation", "Eq": "equation",
    "sec": "section", "Sec": "section", "art": "article", "Art": "article", "pt": "part",
    "Pt": "part", "ver": "version", "Ver": "version", "para": "paragraph", "Op": "opus",
    "op": "opus", "c": "circa", "Rm": "room", "Apt": "apartment", "apt": "apartment",
}  # fmt: skip

NEEDS_POINT = frozenset(
    "Mon Tue Tues Wed Thu Fri Sat Sun Mar Jan Feb Apr Jun Jul Aug Sep Oct Nov Dec Mass Penn Conn "
    "Ala est min max hr sec misc temp tel ext Co Ave Ms Gen Col Rep Sen Gov Pres Fr Br Hon Ste "
    "Ft Maj Adm Amb Det esp al v ca incl excl Univ Sq Ln Jr".split()
)
"""Short forms that are also words or names of their own: read as short only
with their point (``Mr`` and ``Dr`` need none)."""

STREET = {"St": "street", "Dr": "drive"}
"""The other reading of two titles: after a name, not before one."""

DOTTED = {"p.m", "a.m", "P.M", "A.M"}

MONTHS = (
    "January February March April May June July August September October November December"
).split()

STARTERS = frozenset(
    "a an the this that these those he she it we they you i his her its our their your my there "
    "here then now when while if as at by for from in on of to with after before since until but "
    "and or so yet nor not no yes what who why how where which nobody everybody somebody "
    "everyone someone anyone nothing everything something each every all some many most few both "
    "another such once still even only just perhaps maybe although though because however "
    "therefore meanwhile later suddenly finally next first second one two three let do did does "
    "is are was were have has had can could will would should may might must please thank oh "
    "well never always often sometimes i'm i've i'll i'd he's she's it's we're they're you're "
    "that's there's don't didn't".split()
)
"""Words that often open a sentence and hardly ever follow a short form as part
of a name; lower case."""
