"""How every node is said that is no phrase: one entry a rule of the grammar, which reading and writing share.

To add a kind of line: its rule in `grammar/rules.lark`, its node in `lines.py`, its entry here, and what it means in
`book/make_sheet.py`. `tests/language/test_vocabulary.py` holds the entries against the grammar.
"""

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Any as Anything

from meldspec.language import lines, tree
from meldspec.language.immutable import Immutable
from meldspec.language.vocabulary import AND, ATOM, CHOOSE, CONDITION, OR, PRIME, Said


class Form(Said, Immutable):
    """A kind of node and how it is said: the operands of `said` are fields of the node, with a `*` where there may be several.

    `level` is how tightly an expression binds; `always` are fields that every node of this form has so.
    """

    kind: type[tree.Node]
    said: str
    level: int = CHOOSE
    always: Mapping[str, Anything] = field(default_factory=dict)

    @cached_property
    def beforehand(self) -> Mapping[str, Anything]:
        """The fields that a node of this form has whatever is said, unless it is said otherwise."""
        return {**self.kind.constants(), **self.always}

    @cached_property
    def several(self) -> int | None:
        """Which operand is a list, if one is."""
        return next((number for number, operand in enumerate(self.operands) if operand.rule.endswith("*")), None)

    def fits(self, node: tree.Node) -> bool:
        """Whether a node of this kind can be said so: it has what is always so, and all that cannot be left out."""
        needed = (part for group in self.groups[::2] for part in group if not isinstance(part, str))
        alike = all(getattr(node, name) == value for name, value in self.always.items())
        return alike and all(there(part.rule, getattr(node, part.sort)) for part in needed)


def there(rule: str, value: Anything) -> bool:
    """Whether an operand has something to say; only a text in quotation marks can be empty."""
    return value is not None and (rule == "STRING" or value not in ("", ()))


EACH = "[for each NAME:each in prim:source]"

FORMS: dict[str, Form] = {
    # heads
    "variant": Form(lines.Text, "variant NAME:book extends NAME:extends STRING:title"),
    "book": Form(lines.Text, "book NAME:book STRING:title"),
    "chapter": Form(lines.Chapter, "chapter INT:number NAME:name STRING:title"),
    "replace": Form(lines.Clause, "replace clause DOTTED:id STRING:title", always={"how": "replace"}),
    "change": Form(lines.Clause, "change clause DOTTED:id", always={"how": "change", "title": ""}),
    "change_titled": Form(lines.Clause, "change clause DOTTED:id STRING:title", always={"how": "change"}),
    "drop": Form(lines.Clause, "drop clause DOTTED:id [, DOTTED*:also] STRING:title", always={"how": "drop"}),
    "read": Form(lines.Clause, "read DOTTED:id as NAME:reading because STRING:title", always={"how": "read"}),
    "clause": Form(lines.Clause, "clause DOTTED:id STRING:title", always={"how": "clause"}),
    "cites": Form(lines.Cites, "cites NAME:source [cited*:ranges]"),
    "question": Form(lines.Question, "question NAME:name NAME:kind STRING:asks"),
    "number_word": Form(lines.StatedNumber, "number NAME:word because STRING:because"),
    "number_figure": Form(lines.StatedNumber, "number INT:figure because STRING:because"),
    "say_whether": Form(lines.Say, "say STRING:sentence whether expr:condition", always={"whether": True}),
    "say_when": Form(lines.Say, "say STRING:sentence when expr:condition", always={"besides": True}),
    "never": Form(lines.Never, "never [STRING:sentence] [for each NAME:each in prim:source ,] expr:condition"),
    "say": Form(lines.Say, "say STRING:sentence where expr:condition"),
    "amends_any": Form(lines.Amends, "amends any STRING:sentence", always={"any": True}),
    "amends": Form(lines.Amends, "amends STRING:sentence", always={"any": False}),
    "call": Form(lines.Called, "call NAME:name STRING:one or STRING:several"),
    "reading": Form(lines.Reading, "reading NAME:name STRING:says"),
    # what is otherwise in an inherited clause
    "redefine_predicate": Form(lines.Redefine, "redefine a NAME:param is NAME:name : body:body", always={"predicate": True}),
    "redefine_otherwise": Form(
        lines.Redefine, "redefine NAME:name [of NAME:param] otherwise : body:body", always={"otherwise": True}
    ),
    "redefine": Form(lines.Redefine, "redefine NAME:name [of NAME:param] [when expr:when] : body:body"),
    "redefine_rank": Form(lines.Redefine, "redefine NAME:name of rank:param : body:body"),
    "redefine_option": Form(lines.RedefineOption, "redefine NAME:name from INT*:values otherwise INT:default"),
    "leave_out": Form(lines.LeaveOut, "leave out STRING:quote"),
    "leave_out_question": Form(lines.LeaveOutQuestion, "leave out question NAME:question"),
    "instead": Form(lines.Put, "instead of STRING:quote", always={"where": "instead of"}),
    "before": Form(lines.Put, "before STRING:quote", always={"where": "before"}),
    "after": Form(lines.Put, "after STRING:quote", always={"where": "after"}),
    "settle_question": Form(lines.Settle, "settle NAME:question as NAME:reading"),
    "same_lines": Form(lines.SameLines, "same lines [as which:reading]"),
    "prose_stands": Form(lines.ProseStands, "prose stands"),
    # what there is
    "option": Form(lines.Option, "option NAME:name from INT*:values otherwise INT:default"),
    "options_need": Form(lines.OptionsNeed, "options need expr:condition"),
    "sides": Form(lines.Sides, "sides body:count"),
    "deck": Form(lines.Deck, "deck atom:count of cardset:ranks [in cardset:suits]"),
    "cards": Form(lines.Cards, "cards NAME:name are cardset:items"),
    "order": Form(lines.Order, "order rank*:ranks"),
    "worth": Form(lines.Worth, "worth INT:points for cardset:items"),
    "place": Form(
        lines.PlaceLine,
        "place NAME:name [of NAME:owner] [from INT:low to atom:high] is NAME:form"
        " [shown as NAME:shown] [shown by name as NAME:told]",
    ),
    "keep": Form(
        lines.Keep,
        "keep NAME:name [of NAME:owner] as NAME:type [asking STRING:asking] [starting body:starting]"
        " [as seen seen:seen] [likely seen:likely]",
    ),
    "phases": Form(lines.Phases, "phases NAME*:names"),
    "event": Form(lines.Event, "event NAME:name"),
    "act": Form(lines.Act, "act NAME:name [with field*:fields]"),
    "show": Form(lines.Show, "show NAME:key as expr:value"),
    "learn": Form(lines.Learn, "programs learn NAME:sort NAME*:names"),
    "predicate": Form(lines.Define, "define a NAME:param is NAME:name : body:body", always={"predicate": True}),
    "define_two": Form(lines.Define, "define NAME:name of NAME:param and NAME:also : body:body"),
    "define": Form(lines.Define, "define NAME:name [of NAME:param] : body:body"),
    "kind": Form(lines.Kind, "kind NAME:name"),
    # what is done and what befalls
    "to": Form(lines.To, "to NAME*:acts"),
    "at_": Form(lines.At, "at NAME:event"),
    "whenever": Form(lines.Whenever, "whenever [for each NAME:each in prim:source ,] expr:condition"),
    "allow": Form(lines.Judge, "allow [when expr:when]", always={"mode": "allow"}),
    "require": Form(lines.Judge, "require expr:require [when expr:when]", always={"mode": "require"}),
    "forbid": Form(lines.Judge, "forbid [when expr:when]", always={"mode": "forbid"}),
    "then": Form(lines.Then, f"then effect:effect {EACH} [when expr:when]"),
    "award": Form(lines.Award, f"award body:points {EACH} [when expr:when]", always={"sign": 1}),
    "charge": Form(lines.Award, f"charge body:points {EACH} [when expr:when]", always={"sign": -1}),
    # expressions
    "number": Form(tree.Number, "INT:value", ATOM),
    "name": Form(tree.Name, "the? NAME:word", ATOM),
    "attribute": Form(tree.Attribute, "the? NAME:word of prim:of", PRIME),
    "filter": Form(tree.Filter, "NAME:word in prim:source [where neg:where]", PRIME),
    "cards_in": Form(tree.Filter, "CARD:word in prim:source", PRIME),
    "total": Form(tree.Sum, "the? sum of prim:value for each NAME:word in prim:source", PRIME),
    "quant": Form(tree.Quantified, "MODE:mode NAME:word in prim:source has neg:body", CONDITION),
    "not_": Form(tree.Not, "not neg:body", CONDITION),
    "afterwards": Form(tree.Afterwards, "afterwards neg:body", CONDITION),
    "supposing": Form(tree.Supposing, "supposing prim:memory is atom:value so neg:body", CONDITION),
    "could_come_laying": Form(tree.CouldCome, "could by laying all but INT:leaving of prim:of come to goal:body", CONDITION),
    "could_come": Form(tree.CouldCome, "could come to goal:body", CONDITION),
    "could": Form(tree.Could, "could NAME:act [so that neg:so_that]", CONDITION),
    "and_": Form(tree.All, "neg*:parts", AND),
    "or_": Form(tree.Any, "conj*:parts", OR),
    "seen": Form(tree.Seen, "arm*:arms [, otherwise expr:otherwise]"),
    "choose": Form(tree.Choose, "choose arm*:arms , otherwise expr:otherwise"),
}
"""The forms by their rules; of several for one kind of node the first that fits is written."""
