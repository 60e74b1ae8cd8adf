"""The types of the public names, which `__init__.py` imports when they are first asked for; a test holds the two together."""

from meldspec.book.line_index import CitedLine
from meldspec.cli.position_files import read_position_file
from meldspec.corpus.expect import expectations, first_difference
from meldspec.engine.deal import random_deal
from meldspec.engine.library import Library
from meldspec.engine.referee import Points, Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered, Undetermined, Verdict, determined
from meldspec.language.problems import RulesError
from meldspec.position.marked import PositionError
from meldspec.position.position import Position
from meldspec.protocol.actions import ActError, act_from_action, action_from_act
from meldspec.protocol.case import Case, CaseProblem, load_cases
from meldspec.protocol.fields import to_json
from meldspec.protocol.messages import Observation
from meldspec.protocol.observe import observation
from meldspec.ruling.as_text import ruling_text, score_text
from meldspec.ruling.ruling import Ruling, rule
from meldspec.ruling.score import NotEnded, Score, score
from meldspec.ruling.words import act_words
from meldspec.table.selection import ChoiceError
from meldspec.table.table import Act, Table

__version__: str
__all__ = [
    "Act",
    "ActError",
    "Case",
    "CaseProblem",
    "ChoiceError",
    "CitedLine",
    "Library",
    "NotEnded",
    "Observation",
    "Points",
    "Position",
    "PositionError",
    "Referee",
    "Rulebook",
    "RulesError",
    "Ruling",
    "Score",
    "Table",
    "Unanswered",
    "Undetermined",
    "Verdict",
    "act_from_action",
    "act_words",
    "action_from_act",
    "determined",
    "expectations",
    "first_difference",
    "load_cases",
    "observation",
    "random_deal",
    "read_position_file",
    "rule",
    "ruling_text",
    "score",
    "score_text",
    "to_json",
]
