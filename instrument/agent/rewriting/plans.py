"""What is known of a module-level statement before it runs."""

from __future__ import annotations


class StatementPlan:
    """What is known of a module-level statement before it runs. Lines are 1-based. `names`: the
    global names in the text, `attributes`: the names behind dots. `annotates`: the meaning depends
    on `from __future__ import annotations`, which IPython goes on with in later cells.
    `binds_only`: the statement gives names to constants, other names' values and containers of
    these, or to functions, and runs nothing. `imports_only`: the statement is an import.
    """

    __slots__ = (
        "ordinal",
        "line",
        "end_line",
        "reads",
        "stores",
        "augments",
        "names",
        "attributes",
        "imports",
        "annotates",
        "binds_only",
        "imports_only",
    )

    def __init__(
        self,
        ordinal: int,
        line: int,
        end_line: int,
        reads: list[str],
        stores: list[str],
        augments: set[str],
        names: set[str],
        attributes: set[str],
        imports: set[str],
        annotates: bool,
        binds_only: bool = False,
        imports_only: bool = False,
    ) -> None:
        self.ordinal = ordinal
        self.line = line
        self.end_line = end_line
        self.reads = reads
        self.stores = stores
        self.augments = augments
        self.names = names
        self.attributes = attributes
        self.imports = imports
        self.annotates = annotates
        self.binds_only = binds_only
        self.imports_only = imports_only

    def joined(self, outer: StatementPlan) -> StatementPlan:
        """The outer statement's plan with what code rewritten while it runs (`%time`) reads and
        stores.
        """
        stores = [*outer.stores, *self.stores]
        augments = outer.augments | self.augments
        return StatementPlan(
            outer.ordinal, outer.line, outer.end_line, outer.reads, stores, augments, outer.names | self.names,
            outer.attributes | self.attributes, outer.imports | self.imports, outer.annotates or self.annotates,
        )  # fmt: skip
