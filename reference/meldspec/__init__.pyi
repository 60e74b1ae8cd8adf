"""What a program of somebody else may use, by the modules that it comes from; `__init__.py` imports a name when it is first used.

A new name is entered here and shown in docs/python.md.
"""

from .book.line_index import CitedLine as CitedLine
from .cli.conformance import Conformance as Conformance
from .cli.position_files import read_position_file as read_position_file
from .corpus.expect import expectations as expectations, first_difference as first_difference
from .engine.deal import random_deal as random_deal
from .engine.referee import Points as Points, Referee as Referee
from .engine.rulebook import Library as Library, Rulebook as Rulebook
from .engine.verdict import Unanswered as Unanswered, Undetermined as Undetermined, Verdict as Verdict, determined as determined
from .language.problems import RulesError as RulesError
from .position.marked import PositionError as PositionError
from .position.position import Position as Position
from .position.read import position_from_json as position_from_json
from .protocol.actions import ActError as ActError, act_from_action as act_from_action, action_from_act as action_from_act
from .protocol.case import Case as Case, CaseProblem as CaseProblem, load_cases as load_cases
from .protocol.fields import to_json as to_json
from .protocol.messages import Observation as Observation
from .protocol.observe import observation as observation
from .ruling.as_json import ruling_json as ruling_json, score_json as score_json
from .ruling.as_text import ruling_text as ruling_text, score_text as score_text
from .ruling.ruling import Ruling as Ruling, rule as rule
from .ruling.score import NotEnded as NotEnded, Score as Score, score as score
from .ruling.words import act_words as act_words
from .runner.python_engine import Engine as Engine, NotSupported as NotSupported, Refused as Refused, speak as speak
from .table.selection import ChoiceError as ChoiceError
from .table.table import Act as Act, Table as Table

__version__: str
