"""Expressions → what they mean, every name in them resolved; what is misspelt or misapplied becomes a problem."""

from itertools import count
from typing import assert_never

from meldspec.book.core import After, Call, CardSet, Cell, Come, Const, Core, CouldAct, Each, Op, Suppose, Var, free_variables
from meldspec.book.quantities import quantity
from meldspec.book.sheet import TermLine
from meldspec.book.symbols import KEEP_TYPES, PARAMS, PLACE_TYPES, Scope, Symbols
from meldspec.book.unknown import bad_params, beyond, unknown_word, unpicked, wrong_number
from meldspec.book.words import CONSTANTS, ELEMENTS, PACK, SPEAKING, TABLE_WORDS, agrees, is_sign, made_of
from meldspec.language import tree
from meldspec.language.immutable import as_before
from meldspec.language.one_condition import escaped
from meldspec.language.problems import Diagnostic, Place, did_you_mean
from meldspec.language.tree import Expr
from meldspec.language.vocabulary import ATTRIBUTES, VOCABULARY, Word

WRONG = Const(None, "any")
"""Stands where a problem was reported, so that nothing is reported twice."""
LOOKS = ("rank", "suit")


def melded(named: Core) -> Core:
    """A variable; where it is a meld that an act names by its number, the cards of it as they lay before the act."""
    return Op("melded", (named,), "cards") if isinstance(named, Var) and named.type == "meld" else named


class Resolver:
    """Resolves the expressions of one book."""

    def __init__(self, symbols: Symbols, problems: list[Diagnostic], ahead: str = "") -> None:
        self.symbols, self.problems, self.ahead = symbols, problems, ahead
        self.used: set[str] = set()
        self.term_lines: dict[str, list[TermLine]] = {}
        self.term_free: dict[str, dict[str, str]] = {}
        self.term_type: dict[str, str] = {}
        self.resolving: list[str] = []
        self.special = {"eq": self.equal, "member": self.member, "between": self.quantity, "only": self.quantity}
        self.special["no_cards"] = self.no_cards
        # The numbers of what looks ahead: with the word before them they tell one look-ahead from another.
        self.keys = count(1)

    # ── reporting ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def report(self, code: str, place: Place, found: str, expected: str, mend: str = "") -> Core:
        """Note a problem and go on."""
        self.problems.append(Diagnostic(code, place, found, expected, mend))
        return WRONG

    def wants(self, core: Core, wanted: str, place: Place) -> Core:
        """The core itself where it is of the wanted type, else a problem."""
        if agrees(core.type, wanted) and (core.type, wanted) != ("cards", "row"):
            return core
        mend = made_of(core.type, wanted)
        return self.report("wrong-type", place, SPEAKING.get(core.type, core.type), SPEAKING[wanted], mend)

    def typed(self, node: Expr, scope: Scope, wanted: str) -> Core:
        """Resolve an expression that must be of a type."""
        return self.wants(self.expr(node, scope), wanted, node.place)

    def truth(self, node: Expr, scope: Scope) -> Core:
        """Resolve a condition."""
        return self.typed(node, scope, "truth")

    # ── expressions ────────────────────────────────────────────────────────────────────────────────────────────────────

    def expr(self, node: Expr, scope: Scope) -> Core:
        """What an expression means at a place where `scope` is in force."""
        match node:
            case tree.Number(value):
                return Const(value, "number")
            case tree.Name():
                return self.name(node, scope)
            case tree.Attribute():
                return self.attribute(node, scope)
            case tree.Filter():
                return self.filter(node, scope)
            case tree.Phrase():
                return self.phrase(node, node.word, scope)
            case tree.Quantified(mode, word, source, body):
                return self.each(mode, word, source, body, scope, "truth")
            case tree.Sum(value, word, source):
                return self.each("sum", word, source, value, scope, "number")
            case tree.Not(body):
                return Op("not", (self.truth(body, scope),), "truth")
            case tree.All() | tree.Any():
                return self.connected(node, scope)
            case tree.Choose():
                return self.choose(node, scope)
            case _:
                return self.looking_ahead(node, scope)

    def connected(self, node: tree.All | tree.Any, scope: Scope) -> Core:
        """Conditions joined by `and` or `or`; those that were meant to be within an earlier one are looked at there."""
        word = "and" if isinstance(node, tree.All) else "or"
        found = escaped(node, lambda name: not self.known(name, scope))
        if found is None:
            return Op(word, tuple(self.truth(part, scope) for part in node.parts), "truth")
        self.problems.append(beyond(found, word))
        return self.expr(found.meant, scope)

    # ── phrases ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def phrase(self, node: tree.Phrase, name: str, scope: Scope) -> Core:
        """A word of the vocabulary with its operands, or the one that it negates."""
        word = VOCABULARY[name]
        if word.negates:
            return Op("not", (self.phrase(node, word.negates, scope),), "truth")
        if word.mend:
            return self.refused(node, word)
        # What these mean hangs on the types of their operands, or is said by several words.
        own = self.special.get(word.operation or name)
        return self.plain(node, name, scope) if own is None else own(node, scope)

    def refused(self, node: tree.Phrase, word: Word) -> Core:
        """A word that is understood only to be refused."""
        name = next(name for name in node.operands if isinstance(name, str))
        found = f"'{word.fixed[0]} {name} {word.fixed[1]} …'"
        return self.report("malformed-quantity", node.place, found, word.expected.format(name), word.mend.format(name))

    def plain(self, node: tree.Phrase, name: str, scope: Scope) -> Core:
        """A word that is an operation of its own, on operands of the types that its entry tells."""
        word, last = VOCABULARY[name], node.operands[-1]
        sort, said = word.operands[-1].sort, f"{word.fixed[-1]} {last}"
        if sort == "look" and last not in LOOKS:
            expected = " or ".join(f"'{word.fixed[-1]} {look}'" for look in LOOKS)
            return self.report("unknown-word", node.exprs[0].place, f"'{said}'", expected, "write one of them")
        pairs = zip(word.operands, node.operands, strict=True)
        args = tuple(self.operand(operand.sort, given, node.place, scope) for operand, given in pairs)
        if sort == "place":
            if last not in self.symbols.places:
                mend = did_you_mean(str(last), self.symbols.places) or "name a place that plays can go to"
                return self.report("unknown-word", node.place, f"'{said}'", "a place of the book", mend)
            self.used.add(str(last))
        return Op(name, args, word.gives)

    def operand(self, sort: str, given: Expr | str, place: Place, scope: Scope) -> Core:
        """One operand of a phrase: an expression of a type, or a name as what it is the name of."""
        if isinstance(given, str):
            return self.card_set(given, place) if sort == "set" else Const(given, "any")
        return self.as_cards(given, scope) if sort == "some cards" else self.typed(given, scope, sort)

    def as_cards(self, node: Expr, scope: Scope) -> Core:
        """Cards, or one card taken as cards."""
        core = self.expr(node, scope)
        return Op("just", (core,), "cards") if core.type == "card" else self.wants(core, "cards", node.place)

    def member(self, node: tree.Phrase, scope: Scope) -> Core:
        """`X is in Y`"""
        one, many = node.exprs
        left, right = self.expr(one, scope), self.expr(many, scope)
        if agrees(left.type, "cards") and right.type != "groups":
            return Op("all_in", (left, self.wants(right, "cards", many.place)), "truth")
        if right.type in ELEMENTS and agrees(left.type, ELEMENTS[right.type]):
            return Op("member", (left, right), "truth")
        expected = f"{SPEAKING.get(left.type, left.type)} in a list of such"
        mend = "write 'is' for 'is in', or name the list behind it"
        return self.report("wrong-type", many.place, SPEAKING.get(right.type, right.type), expected, mend)

    def equal(self, node: tree.Phrase, scope: Scope) -> Core:
        """`X is Y`, where Y is a thing, a set of cards, a predicate, or `new`."""
        one, other = node.exprs
        left = self.expr(one, scope)
        word = other.word if isinstance(other, tree.Name) else str(other.value) if isinstance(other, tree.Number) else ""
        if left.type in LOOKS and is_sign(word):
            return Op("eq", (left, Const(word, left.type)), "truth")
        if left.type in ("card", "cards", "row") and is_sign(word):
            return self.of_sign(left, word, one.place)
        if word == "new":
            return Op("is_new", (self.wants(left, "play", one.place),), "truth")
        if word in self.symbols.terms and self.symbols.terms[word][0][1].predicate:
            return self.call(word, (left,), node.place, scope)
        if left.type == "kind" and word in self.symbols.kinds:
            # A kind may share its name with a set of cards; behind a kind it is the kind that is meant.
            self.used.add(word)
            return Op("eq", (left, Const(word, "kind")), "truth")
        right = self.expr(other, scope)
        if right.type == "set":
            return Op("in_set", (self.wants(left, "card", one.place), right), "truth")
        if not agrees(left.type, right.type):
            mend = made_of(right.type, left.type)
            return self.report("wrong-type", other.place, SPEAKING[right.type], SPEAKING[left.type], mend)
        return Op("eq", (left, right), "truth")

    def of_sign(self, left: Core, sign: str, place: Place) -> Core:
        """`CARD is K`"""
        if left.type != "card":
            mend = f"write 'only {sign} in …', or 'the rank of … is' or 'the suit of … is'"
            return self.report("wrong-type", place, SPEAKING[left.type], "a card", mend)
        return Op("in_set", (left, CardSet(sign)), "truth")

    def no_cards(self, node: tree.Phrase, scope: Scope) -> Core:
        """`no cards`: cards of which there are none; of a set it can only be said where."""
        (name,) = node.operands
        if name == "cards":
            return Op("no_cards", (), "cards")
        expected, mend = f"'no {name} in …', or 'no cards'", f"say where there is none: no {name} in …"
        return self.report("malformed-quantity", node.place, f"'no {name}' alone", expected, mend)

    def quantity(self, node: tree.Phrase, scope: Scope) -> Core:
        """So many cards of a set among some, or so many things of a list of which a predicate is said."""
        *numbers, several = node.exprs
        name = next(name for name in node.operands if isinstance(name, str))
        picked = self.picked(name, several, node.place, scope)
        given = [self.typed(number, scope, "number") for number in numbers]
        return WRONG if WRONG in (picked, *given) else quantity(node.word, given, picked)

    def picked(self, name: str, several: Expr, place: Place, scope: Scope) -> Core:
        """`SET in CARDS`, or `PREDICATE in LIST`: those of the list of which it is said."""
        source, symbols = self.expr(several, scope), self.symbols
        param = symbols.predicate(name)
        element = ELEMENTS.get(source.type)
        if param and element is not None and agrees(PARAMS.get(param, "any"), element):
            within = scope.with_variable(param, element)
            return Each("where", param, source, self.call(name, (Var(param, element),), place, within), source.type)
        cards = element is None or element == "card"
        if param or not (name == "cards" or name in symbols.sets or is_sign(name)) or (source.type != "any" and not cards):
            self.used.add(name)
            self.problems.append(unpicked(name, source.type, symbols, place))
            return WRONG
        return Op("filter", (self.card_set(name, place), self.wants(source, "cards", several.place)), "cards")

    # ── words with of, in and has ──────────────────────────────────────────────────────────────────────────────────────

    def attribute(self, node: tree.Attribute, scope: Scope) -> Core:
        """`WORD of X`"""
        word = node.word
        if word in self.symbols.terms and isinstance(node.of, tree.All):
            # Behind a term `and` joins the things that it is of: conditions are none.
            return self.call(word, tuple(self.expr(one, scope) for one in node.of.parts), node.place, scope)
        of = self.expr(node.of, scope)
        if (own := self.own(word, of, node.place, scope)) is not None:
            return own
        if word not in ATTRIBUTES:
            known = set(ATTRIBUTES) | set(self.symbols.places) | set(self.symbols.keeps) | set(self.symbols.terms)
            mend = self.symbols.mend(word, known, f"define '{word} of …' as a term")
            return self.report("unknown-word", node.place, f"'{word} of'", "a word that takes 'of'", mend)
        takes, gives = ATTRIBUTES[word]
        if not any(agrees(of.type, t) for t in takes) or (takes == ("row",) and of.type == "cards"):
            expected = f"'{word} of' " + " or ".join(SPEAKING[t] for t in takes)
            return self.report("wrong-type", node.of.place, SPEAKING.get(of.type, of.type), expected, made_of(of.type, takes[0]))
        # The meld of a play needs a place where melds lie; every other attribute is about what it is given.
        if word in ("result", "target"):
            self.needs_groups(node.place)
        return Op(word, (of,), gives)

    def needs_groups(self, place: Place) -> None:
        """Report a play's meld in a book that has no melds."""
        names = self.symbols.of_form("groups")
        self.used.update(names[:1])
        if not names:
            mend = "declare one: place melds of side is groups"
            self.report("no-groups", place, "a play's meld in a book without melds", "a place that is 'groups'", mend)

    def filter(self, node: tree.Filter, scope: Scope) -> Core:
        """`SET in CARDS`, `PREDICATE in LIST` or `NAME in LIST where COND`"""
        if node.where is not None:
            source = self.expr(node.source, scope)
            return self.each("where", node.word, node.source, node.where, scope, source.type)
        return self.picked(node.word, node.source, node.place, scope)

    def card_set(self, word: str, place: Place) -> Core:
        """A set of cards by its name."""
        if word == "cards" or word in self.symbols.sets or is_sign(word):
            self.used.add(word)
            return CardSet(word)
        mend = self.symbols.mend(word, [*self.symbols.sets, "cards"], f"declare it: cards {word} are …")
        return self.report("unknown-set", place, f"'{word}'", "a declared set of cards", mend)

    def each(self, mode: str, word: str, source: Expr, body: Expr, scope: Scope, type_: str) -> Core:
        """A quantifier, a selection or a sum: the name is bound to each thing of the list in turn."""
        listed = self.expr(source, scope)
        if listed.type not in ELEMENTS:
            # What could not be resolved was reported already.
            if listed.type != "any":
                mend = "name a list: seats, sides, players of a side, plays, melds or cards"
                self.report("wrong-type", source.place, SPEAKING.get(listed.type, listed.type), "a list", mend)
            return WRONG
        within = scope.with_variable(word, ELEMENTS[listed.type])
        inner = self.typed(body, within, "number") if mode == "sum" else self.truth(body, within)
        return Each(mode, word, listed, inner, type_)

    def choose(self, node: tree.Choose, scope: Scope) -> Core:
        """The first arm whose condition holds."""
        otherwise = self.expr(node.otherwise, scope)
        parts: list[Core] = []
        type_ = otherwise.type
        for value, condition in node.arms:
            core = self.expr(value, scope)
            # `otherwise none` says nothing of the type: the first arm with a thing in it does.
            if type_ in ("none", "nobody"):
                type_ = core.type
            parts += [self.wants(core, type_, value.place), self.truth(condition, scope)]
        return Op("choose", (*parts, otherwise), type_)

    # ── looking ahead ──────────────────────────────────────────────────────────────────────────────────────────────────

    def looking_ahead(self, node: tree.Afterwards | tree.Supposing | tree.CouldCome | tree.Could, scope: Scope) -> Core:
        """`afterwards`, `supposing`, `could come to`, `could ACT`"""
        match node:
            case tree.Afterwards(body):
                if not (scope.after or scope.open):
                    found, mend = "'afterwards' where there is no act", "leave 'afterwards' out, or put the line under 'to'"
                    return self.report("no-act", node.place, found, "a line about an act", mend)
                return After(self.truth(body, scope))
            case tree.Supposing(memory, value, body):
                return self.supposing(memory, value, body, scope)
            case tree.CouldCome(body, leaving, of):
                core = self.truth(body, scope)
                cards = None if of is None else self.typed(of, scope, "cards")
                self.needs_player("could come to", node.place, scope)
                read = free_variables(core) | ({} if cards is None else free_variables(cards))
                # Answers are kept under these values; the compiled form adds the position afterwards itself, which is no variable.
                free = tuple(sorted({"player", *read} - {"afterwards"}))
                return Come(core, f"{self.ahead}come{next(self.keys)}", free, "truth", leaving, cards)
            case tree.Could(act, so_that):
                return self.could(node, act, so_that, scope)
            case _:
                assert_never(node)

    def supposing(self, memory: Expr, value: Expr, body: Expr, scope: Scope) -> Core:
        """`supposing KEEP is VALUE so COND`, `supposing the phase is PHASE so COND`"""
        core = self.expr(memory, scope)
        if not isinstance(core, Cell) or core.name not in (*self.symbols.keeps, "phase"):
            mend = "suppose something of what a 'keep' line declares, or of the phase"
            return self.report("wrong-type", memory.place, SPEAKING.get(core.type, core.type), "what is remembered", mend)
        return Suppose(core, self.typed(value, scope, core.type), self.truth(body, scope))

    def could(self, node: Expr, act: str, so_that: Expr | None, scope: Scope) -> Core:
        """`could ACT so that …`: the act's fields are known in the condition."""
        if act not in self.symbols.acts:
            mend = self.symbols.mend(act, self.symbols.acts, f"declare it: act {act}")
            return self.report("unknown-act", node.place, f"'could {act}'", "an act of the book", mend)
        self.used.add(act)
        self.needs_player(f"could {act}", node.place, scope)
        fields = self.symbols.field_types(act)
        inner = scope
        for name, type_ in fields.items():
            inner = inner.with_variable(name, type_)
        body = self.truth(so_that, inner) if so_that is not None else None
        free = set() if body is None else set(free_variables(body)) - set(fields)
        return CouldAct(
            act, body, f"{self.ahead}could{next(self.keys)}", tuple(sorted({"player", *free} - {"afterwards"})), tuple(fields)
        )

    def needs_player(self, words: str, place: Place, scope: Scope) -> None:
        """Report words that are about what a player does or can do, where no player is known."""
        if scope.owner("player") is None:
            mend = "say it of somebody: 'some player in seats has …', or 'for each player in seats'"
            self.report("whose", place, f"'{words}' where no player is known", "the player it is about", mend)

    # ── words that stand alone ─────────────────────────────────────────────────────────────────────────────────────────

    def name(self, node: tree.Name, scope: Scope) -> Core:
        """A word that stands alone."""
        word = node.word
        if (known := scope.known(word)) is not None:
            return melded(known)
        if word in CONSTANTS:
            return Const(*CONSTANTS[word])
        if word in TABLE_WORDS:
            return Cell(word, None, TABLE_WORDS[word])
        if word == PACK and not self.symbols.speaks_of(word):
            return Op(PACK, (), "cards")
        # Noted even if it is not declared: a check for unused names must not tell of what a misspelling was meant for.
        self.used.add(word)
        return self.declared(node, scope)

    def known(self, word: str, scope: Scope) -> bool:
        """Whether a word that stands alone means anything that the book declares or binds."""
        # A definition may speak of a field of the act that it is used in.
        field = scope.open and word in self.symbols.field_types()
        return field or scope.known(word) is not None or self.symbols.speaks_of(word)

    def declared(self, node: tree.Name, scope: Scope) -> Core:
        """A word that the book declares."""
        word, symbols = node.word, self.symbols
        if word in symbols.options:
            return Op("option", (Const(word, "any"),), "number")
        if (own := self.own(word, None, node.place, scope)) is not None:
            return own
        if word == "cards" or word in symbols.sets or is_sign(word):
            return CardSet(word)
        if word in symbols.kinds:
            return Const(word, "kind")
        if word in symbols.phases:
            return Const(word, "phase")
        if word in symbols.endings:
            return Const(word, "ending")
        # A term may speak of a field of acts: whoever uses it must stand in a line about such an act.
        if scope.open and word in symbols.field_types():
            return melded(Var(word, symbols.field_types()[word]))
        self.problems.append(unknown_word(word, scope, symbols, node.place))
        return WRONG

    def own(self, word: str, of: Core | None, place: Place, scope: Scope) -> Core | None:
        """A place, a memory or a term of the book, alone or `of` something; none where the word is no such thing."""
        if word in self.symbols.places or word in self.symbols.keeps:
            return self.cell(word, of, place, scope)
        return self.call(word, () if of is None else (of,), place, scope) if word in self.symbols.terms else None

    def cell(self, word: str, owner: Core | None, place: Place, scope: Scope) -> Core:
        """A place or a memory, of its owner: the one named, else the one meant."""
        self.used.add(word)
        if word in self.symbols.places:
            line = self.symbols.places[word]
            sort, type_ = line.owner, PLACE_TYPES.get(line.form, "any")
        else:
            keep = self.symbols.keeps[word]
            sort, type_ = keep.owner, KEEP_TYPES.get(keep.type, "any")
        if not sort and owner is not None:
            expected = f"'{word}' alone: there is one for the table"
            return self.report("no-owner", place, f"'{word} of …'", expected, "leave 'of …' out")
        if not sort:
            return Cell(word, None, type_)
        owner = owner or scope.owner(sort)
        if owner is None:
            found, mend = f"'{word}' where no {sort} is known", f"write '{word} of …'"
            return self.report("whose", place, found, f"the {sort} it belongs to", mend)
        return Cell(word, self.fitting(owner, sort, place), type_)

    # ── terms ──────────────────────────────────────────────────────────────────────────────────────────────────────────

    def call(self, word: str, things: tuple[Core, ...], place: Place, scope: Scope) -> Core:
        """A defined term; its free variables are those of the place where it is used."""
        self.used.add(word)
        # A term that leads to itself would be resolved for ever; the circle is told of and broken here.
        if word in self.resolving:
            circle = ", ".join([*self.resolving[self.resolving.index(word) :], word])
            found, mend = f"'{word}' defined by itself ({circle})", "let one of them say what it means without the others"
            return self.report("circular-term", place, found, "terms that come to an end", mend)
        params, free = self.symbols.params(word), self.term(word)
        if things and len(things) != len(params):
            self.problems.append(wrong_number(word, params, place))
            return WRONG
        args: list[tuple[str, Core]] = []
        for name, type_ in sorted(free.items()):
            if name in params:
                value = things[params.index(name)] if things else self.meant(word, name, place, scope)
                value = self.fitting(value, PARAMS.get(name, "any"), place)
            else:
                value = self.provided(word, name, type_, place, scope)
            args.append((name, value))
        return Call(word, tuple(args), self.term_type[word])

    def fitting(self, value: Core, wanted: str, place: Place) -> Core:
        """An owner or an argument; a player stands for his side where a side is wanted."""
        if wanted == "side" and value.type == "player":
            return Op("side", (value,), "side")
        return self.wants(value, wanted, place)

    def meant(self, word: str, param: str, place: Place, scope: Scope) -> Core:
        """The argument of a term used without `of`."""
        if (known := scope.known(param)) is not None:
            return melded(known)
        return self.report("whose", place, f"'{word}' alone", f"'{word} of' a {param}", f"write '{word} of …'")

    def provided(self, word: str, name: str, type_: str, place: Place, scope: Scope) -> Core:
        """A free variable of a term, taken from where the term is used."""
        if (known := scope.known(name)) is not None:
            return melded(known) if type_ == "cards" else known
        if name == "afterwards" and (scope.after or scope.open):
            return Var("afterwards", "position")
        if scope.open:
            return Var(name, type_)
        expected, mend = f"a place where '{name}' is known", f"use it elsewhere, or define '{word}' without '{name}'"
        return self.report("whose", place, f"the term '{word}', which speaks of '{name}'", expected, mend)

    def term(self, word: str) -> dict[str, str]:
        """The free variables of a term, its bodies resolved on the way (one for each reading that defines it)."""
        if word in self.term_free:
            return self.term_free[word]
        self.resolving.append(word)
        self.term_lines[word] = []
        free: dict[str, str] = {}
        types: list[str] = []
        for tag, node in self.symbols.terms[word]:
            params = {name: PARAMS.get(name, "any") for name in (node.param, node.also) if name}
            self.problems += bad_params(node)
            # Open, since the variables of a term are those of the place where it is used.
            scope = Scope(params, open=True, after=True)
            body = self.expr(node.body, scope)
            self.term_lines[word].append(as_before(node, TermLine(tag, word, node.param, body)))
            free |= free_variables(body) | params
            types.append("truth" if node.predicate else body.type)
            if node.predicate:
                self.wants(body, "truth", node.body.place)
        self.resolving.pop()
        self.term_free[word] = free
        # `none` and `nobody` fit several types: another reading's body tells which is meant.
        settled = [t for t in types if t not in ("none", "nobody", "any")]
        self.term_type[word] = settled[0] if settled else types[0]
        for (_, node), type_ in zip(self.symbols.terms[word], types, strict=True):
            if not agrees(type_, self.term_type[word]):
                self.wants(Const(None, type_), self.term_type[word], node.place)
        return free
