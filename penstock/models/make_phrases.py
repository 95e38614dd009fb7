"""A small corpus of English and French sentences, put together by a grammar; the same each time.

Numbers from 0 to 999 in words (French counts them its own way: 97 is quatre-vingt-dix-sept), and sentences of who does
what how often to which things, where French puts the adjective after the noun and lets it agree. Stands in for the
WMT'15 corpus of the tutorial, of 20 GB.
"""

import random

EN_ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen""".split()
EN_TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()
FR_ONES = """zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept
    dix-huit dix-neuf""".split()
FR_TENS = "- - vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt".split()


def english_number(n):
    if n >= 100:
        rest = " and " + english_number(n % 100) if n % 100 else ""
        return EN_ONES[n // 100] + " hundred" + rest
    if n < 20:
        return EN_ONES[n]
    return EN_TENS[n // 10] + (" " + EN_ONES[n % 10] if n % 10 else "")


def french_number(n):
    if n >= 100:
        hundreds, rest = n // 100, n % 100
        head = "cent" if hundreds == 1 else FR_ONES[hundreds] + " cent" + ("" if rest else "s")
        return head + (" " + french_number(rest) if rest else "")
    if n < 20:
        return FR_ONES[n]
    tens, ones = n // 10, n % 10
    if tens in (7, 9):  # sixty-ten, four-twenty-ten
        ones += 10
    if n == 80:
        return "quatre-vingts"
    if ones == 0:
        return FR_TENS[tens]
    link = " et " if ones in (1, 11) and tens < 8 else " "
    return FR_TENS[tens] + link + FR_ONES[ones]


# pronoun, pronoun and ending of the verb in French
PERSONS = [("i", "je", 0), ("he", "il", 1), ("she", "elle", 1), ("we", "nous", 2), ("they", "ils", 3)]
VERBS = [
    (("see", "sees"), ("vois", "voit", "voyons", "voient")),
    (("buy", "buys"), ("prends", "prend", "prenons", "prennent")),
    (("want", "wants"), ("veux", "veut", "voulons", "veulent")),
    (("sell", "sells"), ("vends", "vend", "vendons", "vendent")),
]
# English one and many, French one and many, feminine
NOUNS = [
    ("cat", "cats", "chat", "chats", False),
    ("dog", "dogs", "chien", "chiens", False),
    ("table", "tables", "table", "tables", True),
    ("flower", "flowers", "fleur", "fleurs", True),
    ("book", "books", "livre", "livres", False),
    ("car", "cars", "voiture", "voitures", True),
]
# English; French masculine, feminine (many: and an s)
ADJECTIVES = [
    ("green", "vert", "verte"),
    ("black", "noir", "noire"),
    ("blue", "bleu", "bleue"),
    ("heavy", "lourd", "lourde"),
]
DAYS = [
    ("monday", "lundi"),
    ("tuesday", "mardi"),
    ("wednesday", "mercredi"),
    ("thursday", "jeudi"),
    ("friday", "vendredi"),
    ("saturday", "samedi"),
    ("sunday", "dimanche"),
]


def sentence(rng):
    """A pair of an English and a French sentence."""
    if rng.random() < 0.25:
        n = rng.randrange(1000)
        return english_number(n), french_number(n)
    en, fr, person = rng.choice(PERSONS)
    verb = rng.choice(VERBS)
    noun = rng.choice(NOUNS)
    adjective = rng.choice(ADJECTIVES + [None] * 3)
    count = rng.choice([1, 1, 2, 3, 5, 8, rng.randrange(11, 100)])
    feminine, many = noun[4], count > 1
    en_words = [en, verb[0][person == 1], "a" if count == 1 else english_number(count)]
    fr_words = [fr, verb[1][person], ("une" if feminine else "un") if count == 1 else french_number(count)]
    if adjective:
        en_words.append(adjective[0])
    en_words.append(noun[many])
    fr_words.append(noun[2 + many])
    if adjective:
        fr_words.append(adjective[1 + feminine] + "s" * many)
    if rng.random() < 0.4:
        day = rng.choice(DAYS)
        en_words.append("on " + day[0])
        fr_words.append(day[1])
    return " ".join(en_words) + " .", " ".join(fr_words) + " ."


def corpus(size, seed):
    """`size` pairs of sentences."""
    rng = random.Random(seed)
    return [sentence(rng) for _ in range(size)]


if __name__ == "__main__":
    for english, french in corpus(20, seed=1):
        print("%s\t%s" % (english, french))
