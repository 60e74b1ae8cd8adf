"""Whether a book has all that a game needs, and whether its lines speak of cards, ranks and melds that there can be."""

from collections.abc import Callable, Iterator, Set

from meldspec.book.core import After, CardSet, Cell, Come, Const, Core, CouldAct, Tag
from meldspec.book.reach import Name, mentioned, reach_of
from meldspec.book.sheet import Sheet, all_lines, below, expressions, together
from meldspec.language import lines
from meldspec.language.problems import Diagnostic, Place, did_you_mean

SUITS = frozenset("CDHS")
TEN = "the rank of a ten is T"
SEATS = "players"
"""The option that says how many play."""
NEEDED: tuple[tuple[Callable[[Sheet], object], str, str], ...] = (
    (lambda sheet: SEATS in sheet.symbols.options, "an option 'players'", f"option {SEATS} from 2, 4 otherwise 4"),
    (lambda sheet: sheet.declared_as(lines.Sides), "a number of sides", "sides 2"),
    (lambda sheet: sheet.declared_as(lines.Deck), "a pack of cards", "deck 1 of A K Q in C D H S"),
    (lambda sheet: sheet.symbols.of_form("row"), "a row of cards, on which the pack is put", "place stock is row"),
    (lambda sheet: sheet.symbols.acts, "an act", "act draw"),
    (lambda sheet: sheet.symbols.phases, "phases", "phases setup, play"),
)
"""What no game can do without: where a book has it, what it is, an example of its line."""


class Pack:
    """The looks of the cards of a pack: name → rank and suit, and the sets declared so far by the cards that they hold."""

    def __init__(self, sheet: Sheet) -> None:
        self.looks: dict[str, tuple[str, str]] = {}
        named = ((deck, item) for _, deck, _ in sheet.declared_as(lines.Deck) for item in deck.ranks if not item[:1].islower())
        for deck, rank in named:
            self.looks |= {rank + suit: (rank, suit) for suit in deck.suits if suit in SUITS}
            if not deck.suits:
                self.looks[rank] = (rank[:1], rank[1:]) if rank[1:] in SUITS else (rank, "")
        self.sets = {"cards": frozenset(self.looks)}

    def held(self, item: str) -> frozenset[str]:
        """The cards that a rank, a suit, a card or a declared set means."""
        if item in self.sets:
            return self.sets[item]
        return frozenset(name for name, look in self.looks.items() if item == name or item in look)


def check_cards(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """What the book lacks; cards that its pack does not have; points given to a card twice, or to no card of a rank."""
    problems += _lacks(sheet)
    pack = Pack(sheet)
    for _, deck, _ in sheet.declared_as(lines.Deck):
        problems += _deck(deck)
    for _, cards, _ in sheet.declared_as(lines.Cards):
        problems += _items(cards.items, cards.place, pack, sheet)
        # Readings may each declare one set: a card that any of them has is one that can be spoken of.
        pack.sets[cards.name] = pack.sets.get(cards.name, frozenset()).union(*map(pack.held, cards.items))
    problems += _signs(sheet, pack)
    worth: list[tuple[Tag, frozenset[str]]] = []
    misspelt = False
    for tag, node, _ in sheet.declared_as(lines.Worth):
        unknown = [*_items(node.items, node.place, pack, sheet)]
        problems += [*unknown, *_worth(tag, node, pack, worth)]
        misspelt = misspelt or bool(unknown)
    # A card that is misspelt may be the one that is missing.
    problems += () if misspelt else _worthless(pack, worth)


def _lacks(sheet: Sheet) -> Iterator[Diagnostic]:
    """What the book does not have and no game can do without."""
    for there, what, example in NEEDED:
        if not there(sheet):
            found, mend = f"a book without {what}", f"add a line such as '{example}'"
            yield Diagnostic("lacking", sheet.book.place, found, "all that a game needs", mend)


def _signs(sheet: Sheet, pack: Pack) -> Iterator[Diagnostic]:
    """Ranks, suits and cards that lines name by their signs and the pack does not have."""
    looks = {look: {both[number] for both in pack.looks.values()} for number, look in enumerate(("rank", "suit"))}
    told: set[tuple[Tag, str]] = set()
    for line in all_lines(sheet) if pack.looks else ():
        for core in (core for top in expressions(line) for core in below(top)):
            problem = None
            match core:
                case CardSet(sign) if core.is_sign and not pack.held(sign):
                    problem = _no_card(sign, line.tag.place, pack)
                case Const(str(sign), "rank" | "suit" as look) if sign not in looks[look]:
                    mend = TEN if sign == "10" else "write one of them: " + " ".join(sorted(looks[look]))
                    problem = Diagnostic("no-card", line.tag.place, f"'{sign}' for a {look}", f"a {look} of the pack", mend)
            if problem is not None and (line.tag, sign) not in told:
                told.add((line.tag, sign))
                yield problem


def _no_card(item: str, place: Place, pack: Pack) -> Diagnostic:
    """What is said of a rank, a suit or a card that is none of the pack's."""
    mend = (TEN if item == "10" else "") or did_you_mean(item, pack.looks) or "add it to a deck line, or leave it out"
    return Diagnostic("no-card", place, f"'{item}', which no card of the pack is", "cards that a deck line has", mend)


def _deck(deck: lines.Deck) -> Iterator[Diagnostic]:
    """What is no rank or no suit in a deck line."""
    for item in deck.suits:
        if item not in SUITS:
            expected = "suits: " + ", ".join(sorted(SUITS))
            yield Diagnostic("no-card", deck.place, f"'{item}' for a suit", expected, "write one of them")
    for item in deck.ranks:
        if item[:1].islower():
            mend = "name ranks or cards; a set is declared of cards that a deck line has"
            yield Diagnostic("no-card", deck.place, f"'{item}' in a pack", "ranks or cards, such as A K Q", mend)


def _items(items: lines.CardItems, place: Place, pack: Pack, sheet: Sheet) -> Iterator[Diagnostic]:
    """What of a list of cards the book does not have, or not yet."""
    declared = sheet.symbols.sets
    for item in items:
        # Without a pack nothing is known of cards, and the missing pack is told of already.
        if item in pack.sets or not pack.looks or pack.held(item):
            continue
        if item in declared:
            found, expected = f"the set '{item}' before it is declared", "sets made of sets that stand above them"
            yield Diagnostic("set-order", place, found, expected, f"it is declared at {declared[item][0][0].place}")
        elif item[:1].islower():
            mend = did_you_mean(item, declared) or f"declare it: cards {item} are …"
            yield Diagnostic("unknown-set", place, f"'{item}'", "a rank, a suit, a card, or a declared set", mend)
        else:
            yield _no_card(item, place, pack)


def _worth(own: Tag, node: lines.Worth, pack: Pack, earlier: list[tuple[Tag, frozenset[str]]]) -> Iterator[Diagnostic]:
    """Points for cards that have points already."""
    mine = frozenset[str]().union(*map(pack.held, node.items))
    for tag, others in earlier:
        if together(tag, own) and (both := sorted(mine & others)):
            found = f"points for {both[0]}, which has points already"
            mend = f"the first one stands at {tag.place}: leave the card out of one of them"
            yield Diagnostic("set-twice", node.place, found, "one line of points for each card", mend)
            break
    earlier.append((own, mine))


def _worthless(pack: Pack, worth: list[tuple[Tag, frozenset[str]]]) -> Iterator[Diagnostic]:
    """Ranks of which no card has points, where cards have any under whatever reading.

    Cards of one rank may well differ, as the threes of Canasta do: the red ones lie aside, and have a bonus and no points.
    """
    counted = frozenset[str]().union(*(cards for _, cards in worth))
    ranks = dict.fromkeys(rank for rank, _ in pack.looks.values())
    lacking = [rank for rank in ranks if not counted & pack.held(rank)]
    if worth and lacking:
        found = f"no points for {', '.join(lacking)}, where other cards have some"
        mend = f"write 'worth 0 for {' '.join(lacking)}' if that is meant, or add what is missing to a line of points"
        yield Diagnostic("no-worth", worth[-1][0].place, found, "points for some cards of each rank", mend)


# ── the order of ranks ──────────────────────────────────────────────────────────────────────────────────────────────────────────

COUNTING: Name = ("word", "span")
"""The word that counts by the order of ranks."""


def check_order(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """What is wrong with the `order` lines of a book; that there is none where a line counts by one."""
    ranks = {rank for rank, _ in Pack(sheet).looks.values()}
    orders = sheet.declared_as(lines.Order)
    for number, (tag, order, _) in enumerate(orders):
        problems += _ranks(order, ranks)
        other = next((other for other, _, _ in orders[:number] if together(other, tag)), None)
        if other is not None:
            mend = f"the first one stands at {other.place}: delete one, or put them under different readings"
            problems.append(Diagnostic("declared-twice", tag.place, "a second order of ranks", "one order", mend))
    # Told of at the first such line only: one `order` line mends them all.
    counting = (line for line in all_lines(sheet) if COUNTING in mentioned(line))
    if not orders and (first := next(counting, None)) is not None:
        found = f"'{COUNTING[1]} of' in a book without an order of ranks"
        mend = "declare it, low to high: order 4 5 6 7 8 9 T J Q K A"
        problems.append(Diagnostic("no-order", first.tag.place, found, "an order", mend))


def _ranks(order: lines.Order, ranks: Set[str]) -> Iterator[Diagnostic]:
    """Ranks that no card has, and ranks named twice other than at both ends."""
    for number, rank in enumerate(order.ranks):
        if rank not in ranks:
            mend = did_you_mean(rank, ranks) or "leave it out, or add such cards to a deck line"
            yield Diagnostic("no-card", order.place, f"'{rank}' in the order of ranks", "ranks of the pack", mend)
        elif rank in order.ranks[:number] and not (rank == order.ranks[0] and 1 < number == len(order.ranks) - 1):
            expected, mend = "each rank once, but for one that stands at both ends", "leave one of them out"
            yield Diagnostic("set-twice", order.place, f"'{rank}' twice in the order", expected, mend)


# ── melds ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def check_melds(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """Kind lines that look at the table; plays that go onto no place of melds."""
    reach = reach_of(sheet)
    for line in sheet.kinds:
        names = reach.terms(*expressions(line))
        called = (term.body for term in sheet.terms if term.name in names)
        nodes = (node for core in (*expressions(line), *called) for node in below(core))
        seen = {name for node in nodes if (name := _of_the_table(node))}
        if seen:
            found = f"the kind '{line.act}' made to depend on {', '.join(sorted(seen))}"
            mend = "say it in a line under 'to', which judges the act that lays the meld"
            problems.append(Diagnostic("kind-of-table", line.tag.place, found, "lines that speak of 'it', the cards, alone", mend))
    groups = set(sheet.symbols.of_form("groups"))
    for act in sheet.acts:
        for field in act.fields:
            if field.type == "plays" and not groups.intersection(field.onto):
                found = f"the plays of '{act.name}' go onto no melds"
                mend = f"write 'onto' and a place of melds{': ' + ', '.join(sorted(groups)) if groups else ', which is groups'}"
                problems.append(Diagnostic("no-melds", act.tag.place, found, "plays onto a place that is groups", mend))


def _of_the_table(node: Core) -> str:
    """What a node stands for that is no card: a place, a memory or a word of the table, or looking ahead."""
    if isinstance(node, Cell):
        return f"'{node.name}'"
    return "what comes after" if isinstance(node, After | Come | CouldAct) else ""
