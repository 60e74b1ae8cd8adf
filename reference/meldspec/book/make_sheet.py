"""Flat book → sheet: every line resolved where it stands."""

from collections.abc import Collection
from typing import assert_never

from meldspec.book.core import Call, Cell, Core, Each, Op, Tag
from meldspec.book.flat import Book, inner_tags
from meldspec.book.fold import YES
from meldspec.book.resolve import Resolver
from meldspec.book.sheet import ActLine, AwardLine, Declared, EffectLine, FieldLine, JudgeLine, Loop, Sheet, Standing
from meldspec.book.symbols import FIELD_TYPES, KEEP_TYPES, OWNERS, PLACE_TYPES, Scope, symbols_of
from meldspec.book.words import ELEMENTS
from meldspec.language import lines
from meldspec.language.immutable import as_before
from meldspec.language.problems import Diagnostic, Place, did_you_mean
from meldspec.language.tree import Expr, Seen
from meldspec.language.vocabulary import EFFECTS

TABLE = Scope({})
Arms = tuple[tuple[Core, Core], ...]
"""Values, each with its condition."""
PASSING = "passing"
EVENTS = {"dealing": {}, "setup": {}, "scoring": {"side": "side"}, "judging": {}, PASSING: {}}
"""What befalls by itself in every book, and the variables known then."""
ALWAYS = {"turn", "phase"}
BETWEEN_DEALS = {"dealer"}
"""What else can be set at 'passing': while a deal is played or scored its dealer stays who he is."""


class SheetMaker:
    """Walks the formal lines of a book and resolves each."""

    def __init__(self, book: Book, problems: list[Diagnostic]) -> None:
        self.symbols = symbols_of(book, problems)
        self.resolver = Resolver(self.symbols, problems)
        self.report = self.resolver.report
        self.sheet = Sheet(book, self.symbols)

    def make(self) -> Sheet:
        """The sheet of the whole book."""
        for tag, node in self.sheet.book.formal():
            self.line(tag, node)
        for name in self.symbols.terms:
            # Terms that nothing calls are resolved too, so that their faults are found.
            self.resolver.term(name)
            self.sheet.terms += self.resolver.term_lines[name]
        self.sheet.term_free, self.sheet.term_type = self.resolver.term_free, self.resolver.term_type
        self.sheet.named = self.resolver.used
        return self.sheet

    def line(self, tag: Tag, node: lines.Formal) -> None:
        """One formal line or block."""
        if isinstance(node, lines.Block):
            self.block(tag, node)
        elif isinstance(node, lines.Act):
            self.sheet.acts.append(self.act(tag, node))
        # A term is resolved where it is first called; `make` gathers its bodies.
        elif not isinstance(node, lines.Define):
            self.sheet.declared.append(as_before(node, Declared(tag, node, self.declaration(node), *self.seen(node))))

    def block(self, tag: Tag, node: lines.Block) -> None:
        """The lines of one block."""
        match node:
            case lines.To():
                self.act_lines(tag, node)
            case lines.At():
                self.event_lines(tag, node)
            case lines.Whenever():
                self.sheet.standing.append(self.standing(tag, node))
            case lines.Kind(name):
                scope = Scope({"it": "cards"})
                self.sheet.kinds += [self.judge(t, name, n, scope) for t, n in inner_tags(tag, node) if isinstance(n, lines.Judge)]
            case _:
                assert_never(node)

    def declaration(self, node: lines.Statement) -> Core | None:
        """The expression inside a declaration, if it has one; what it names is checked."""
        match node:
            case lines.Deck(count) | lines.Sides(count):
                return self.resolver.typed(count, TABLE, "number")
            case lines.Show(_, value):
                return self.resolver.expr(value, TABLE)
            case lines.OptionsNeed(condition):
                return self.resolver.truth(condition, TABLE)
            case lines.PlaceLine(_, owner, form):
                self.one_of(owner, OWNERS, "the owner", node.place)
                self.one_of(form, PLACE_TYPES, "the form of a place", node.place)
                return self.numbered(node)
            case lines.Keep(_, owner, type_, _, starting):
                self.one_of(owner, OWNERS[:3], "the owner", node.place)
                self.one_of(type_, KEEP_TYPES, "the type of a memory", node.place)
                return None if starting is None else self.resolver.typed(starting, TABLE, KEEP_TYPES.get(type_, "any"))
            case lines.Option() | lines.Cards() | lines.Order() | lines.Worth() | lines.Phases() | lines.Event() | lines.Learn():
                return None
            case _:
                assert_never(node)

    def seen(self, node: lines.Statement) -> tuple[Arms, Arms]:
        """What a table shows of a memory, and what it is likely to be where it shows nothing."""
        return (self.arms(node, node.seen), self.arms(node, node.likely)) if isinstance(node, lines.Keep) else ((), ())

    def arms(self, keep: lines.Keep, seen: Seen | None) -> Arms:
        """Values of a memory, each with its condition."""
        if seen is None:
            return ()
        scope = Scope({keep.owner: keep.owner} if keep.owner in OWNERS[1:3] else {})
        type_ = KEEP_TYPES.get(keep.type, "any")
        arms = tuple((self.resolver.typed(v, scope, type_), self.resolver.truth(when, scope)) for v, when in seen.arms)
        return arms if seen.otherwise is None else (*arms, (self.resolver.typed(seen.otherwise, scope, type_), YES))

    def numbered(self, node: lines.PlaceLine) -> Core | None:
        """The last number of a place of which there are several."""
        if (node.owner == "number") != (node.high is not None):
            found = f"'of {node.owner}' {'without' if node.high is None else 'with'} 'from … to …'"
            expected, mend = "'of number from 1 to N', and only there", "write 'of number from 1 to …', or leave it out"
            self.report("numbered-place", node.place, found, expected, mend)
        return None if node.high is None else self.resolver.typed(node.high, TABLE, "number")

    def one_of(self, word: str, known: Collection[str], what: str, place: Place) -> None:
        """Report a word that is not of a fixed few."""
        if word not in known:
            expected = "one of: " + ", ".join(k for k in known if k) if known else "one that is declared"
            mend = did_you_mean(word, known) or ("write one of them" if known else "declare it")
            self.report("unknown-word", place, f"{what} '{word}'", expected, mend)

    def act(self, tag: Tag, node: lines.Act) -> ActLine:
        """An act with its fields, the source of each resolved for the player who acts."""
        scope = Scope({"player": "player"})
        fields = []
        for field in node.fields:
            self.one_of(field.type, FIELD_TYPES, "the type of a field", field.place)
            if field.type == "meld":
                fields.append(self.meld(field, scope))
                continue
            wanted = "numbers" if field.type == "number" else "cards"
            source = self.resolver.typed(field.source, scope, wanted) if field.source is not None else None
            if field.type in ("plays", "card") and source is None:
                found, mend = f"the field '{field.name}' of cards from nowhere", f"write '{field.name}: {field.type} from hand'"
                self.report("no-source", field.place, found, "the place its cards come from", mend)
            for target in field.onto:
                self.resolver.used.add(target)
                self.one_of(target, self.symbols.places, "the place", field.place)
            limits = tuple((place, self.resolver.typed(cards, scope, "cards")) for place, cards in field.limits)
            fields.append(FieldLine(field.name, field.type, source, field.onto, field.spelt or field.name, limits))
        return as_before(node, ActLine(tag, node.name, tuple(fields)))

    def meld(self, field: lines.ActField, scope: Scope) -> FieldLine:
        """A field that names a meld by its number, of those of whoever acts, in the only place of melds that the book has."""
        source: Core | None = None
        found = self.symbols.of_form("groups")
        if field.source is not None or field.onto:
            mend = f"write '{field.name}: meld' alone: it is the number of a meld of whoever acts"
            self.report("wrong-field", field.place, f"the field '{field.name}' of melds from somewhere", "a number alone", mend)
        elif len(found) != 1:
            mend = "declare it: place melds of side is groups" if not found else "name a card of the meld instead"
            numbered = f"the number of a meld in a book with {len(found)} places of melds"
            self.report("no-groups", field.place, numbered, "one place that is 'groups'", mend)
        else:
            source = self.resolver.cell(found[0], None, field.place, scope)
        return FieldLine(field.name, field.type, source, tuple(found[:1]), field.spelt or field.name)

    def act_lines(self, tag: Tag, node: lines.To) -> None:
        """The lines under `to ACT, ACT`, resolved for each act."""
        for act in node.acts:
            if act not in self.symbols.acts:
                mend = self.symbols.mend(act, self.symbols.acts, f"declare it: act {act}")
                self.report("unknown-act", node.place, f"'to {act}'", "an act of the book", mend)
                continue
            self.resolver.used.add(act)
            # Once for each act: the fields that a line may name have other types there, or are not there.
            scope = Scope({"player": "player"} | self.symbols.field_types(act), after=True)
            for inner, line in inner_tags(tag, node):
                if isinstance(line, lines.Judge):
                    self.sheet.judges.append(self.judge(inner, act, line, scope))
                elif isinstance(line, lines.Then):
                    self.sheet.effects.setdefault(act, []).append(self.effect(inner, line, scope))

    def event_lines(self, tag: Tag, node: lines.At) -> None:
        """The lines under `at EVENT`; an event of the book's own is raised by acts, so `player` is known in it."""
        own = node.event in self.symbols.events
        if not own and node.event not in EVENTS:
            known = [*EVENTS, *self.symbols.events]
            mend = self.symbols.mend(node.event, known, f"declare it: event {node.event}")
            self.report("unknown-event", node.place, f"'at {node.event}'", "one of: " + ", ".join(known), mend)
            return
        self.resolver.used.add(node.event)
        scope = Scope({"player": "player"} if own else dict(EVENTS[node.event]), passing=node.event == PASSING)
        for inner, line in inner_tags(tag, node):
            if isinstance(line, lines.Award):
                self.sheet.awards.append(self.award(inner, line, scope, node.event))
            elif isinstance(line, lines.Then) and node.event == "scoring":
                mend = "write 'award' or 'charge'; what is done after the scores stands under 'at judging'"
                self.report("misplaced-line", line.place, "an effect at 'scoring'", "lines that give points", mend)
            elif isinstance(line, lines.Then):
                self.sheet.events.setdefault(node.event, []).append(self.effect(inner, line, scope))

    def judge(self, tag: Tag, act: str, node: lines.Judge, scope: Scope) -> JudgeLine:
        """One line that allows, requires or forbids."""
        return as_before(node, JudgeLine(tag, act, node.mode, self.truth(node.require, scope), self.truth(node.when, scope)))

    def truth(self, node: Expr | None, scope: Scope) -> Core | None:
        """A condition, where there is one."""
        return None if node is None else self.resolver.truth(node, scope)

    def loop(self, each: str, source: Expr | None, scope: Scope) -> tuple[Loop | None, Scope]:
        """A loop and the scope within it."""
        if source is None:
            return None, scope
        listed = self.resolver.expr(source, scope)
        if listed.type not in ELEMENTS:
            self.resolver.wants(listed, "players", source.place)
        return Loop(each, listed), scope.with_variable(each, ELEMENTS.get(listed.type, "any"))

    def award(self, tag: Tag, node: lines.Award, scope: Scope, event: str) -> AwardLine:
        """One line that scores."""
        if event != "scoring":
            mend = "put it under 'at scoring'"
            self.report("misplaced-line", node.place, f"points at '{event}'", "points at 'scoring'", mend)
        loop, inner = self.loop(node.each, node.source, scope)
        when = self.truth(node.when, inner)
        return as_before(node, AwardLine(tag, node.sign, self.resolver.typed(node.points, inner, "number"), loop, when))

    def standing(self, tag: Tag, node: lines.Whenever) -> Standing:
        """One standing rule."""
        loop, scope = self.loop(node.each, node.source, TABLE)
        condition = self.resolver.truth(node.condition, scope)
        pairs = [(t, line) for t, line in inner_tags(tag, node) if isinstance(line, lines.Then)]
        return as_before(node, Standing(tag, loop, condition, tuple(self.effect(t, line, scope) for t, line in pairs)))

    def effect(self, tag: Tag, node: lines.Then, scope: Scope) -> EffectLine:
        """One effect, its operands of the right types."""
        loop, inner = self.loop(node.each, node.source, scope)
        when = self.truth(node.when, inner)
        effect = node.effect
        parts = tuple(self.standing_for(self.resolver.expr(part, inner)) for part in effect.parts)
        if effect.verb == "join to":
            parts = tuple(part.args[0] if isinstance(part, Op) and part.op == "melded" else part for part in parts)
        wanted = EFFECTS[effect.verb].types
        # One card may be moved as it is; everywhere else a card is not cards.
        if effect.verb == "move" and parts[0].type == "card":
            wanted = ("card", "cards", "cards")
        for part, type_, expr in zip(parts, wanted, effect.parts, strict=False):
            self.resolver.wants(part, type_, expr.place)
        self.targets(effect, parts, scope.passing)
        if effect.verb == "join":
            parts = (*parts, *self.joined(effect, parts[0]))
        if effect.verb == "join to" and all(part.type == "meld" for part in parts):
            # Fields that name melds were looked at with their acts: there is one such place.
            parts += (self.resolver.cell(self.symbols.of_form("groups")[0], None, effect.place, inner),)
        if effect.verb == "raise":
            self.resolver.needs_player(f"raise {effect.word}", effect.place, inner)
        return as_before(node, EffectLine(tag, effect.verb, parts, effect.word, loop, when))

    def standing_for(self, part: Core) -> Core:
        """A term that is nothing but a place stands for that place, so that effects can name it."""
        if not isinstance(part, Call) or part.args:
            return part
        terms = self.resolver.term_lines[part.name]
        place = terms[0].body
        return place if len(terms) == 1 and isinstance(place, Cell) and place.name in self.symbols.places else part

    def targets(self, effect: lines.Effect, parts: tuple[Core, ...], passing: bool) -> None:
        """What an effect changes must be a place or a memory, what it raises an event."""
        settable = self.symbols.keeps.keys() | ALWAYS | (BETWEEN_DEALS if passing else set())
        for number in EFFECTS[effect.verb].changes:
            core, place = parts[number], effect.parts[number].place
            # `any` was reported when it was resolved; a memory can be set but holds no cards to move.
            if not isinstance(core, Cell) or (effect.verb != "becomes" and core.name not in self.symbols.places):
                if core.type != "any":
                    expected, mend = "a place or memory that can change", "name the place or the memory itself"
                    self.report("no-target", place, "an expression", expected, mend)
            elif effect.verb == "becomes" and core.name not in settable:
                expected = "a memory, 'turn' or 'phase'; at 'passing' the 'dealer', too"
                mend = "move cards by 'draw', 'move' or 'lay'; nothing else can be set"
                self.report("no-target", place, f"'{core.name}'", expected, mend)
        if effect.verb == "becomes":
            self.resolver.wants(parts[1], parts[0].type, effect.parts[1].place)
        if effect.verb == "raise":
            self.resolver.used.add(effect.word)
            self.one_of(effect.word, self.symbols.events, "the event", effect.place)

    def joined(self, effect: lines.Effect, core: Core) -> tuple[Core, ...]:
        """The place whose melds are joined: what is picked must lie there."""
        place = core.source if isinstance(core, Each) and core.mode == "where" else core
        if isinstance(place, Cell) and place.name in self.symbols.places:
            return (place,)
        if core.type == "groups":
            expected, mend = "melds where they lie", "pick them from their place: join MELD in MELDS where …"
            self.report("no-target", effect.parts[0].place, "melds that lie nowhere", expected, mend)
        return ()


def make_sheet(book: Book, problems: list[Diagnostic]) -> Sheet:
    """The sheet of a flat book; whatever is wrong with its words is added to `problems`."""
    return SheetMaker(book, problems).make()
