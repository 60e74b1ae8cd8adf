"""Tree to book: names resolved, variants flattened, readings chosen, everything checked.

The phases of the front end, each with the module that makes it:

    clause tree       what a file says, as it stands (`language`)
    flattened book    `flat`: the texts of a book put together, a variant's differences applied; every clause once
    symbols           `symbols`: what the book declares, before any expression is looked at
    sheet             `make_sheet`: the typed program, in which every line is resolved where it stands, those of all readings
    core              `resolve`: the intermediate representation of expressions, in which every name has one meaning
    folded            `fold`: core with the options filled in and constants worked out; what definition and compiler take

`checks` looks at the sheet for all that is wrong besides, `reach` answers what its lines read, may write and look ahead to.
"""
