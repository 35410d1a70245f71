/** The methods behind operators. */

/** The methods behind binary operators. */
export const OPERATORS: Readonly<Record<string, string>> = {
  ...{ '+': '__add__', '-': '__sub__', '*': '__mul__', '/': '__truediv__', '//': '__floordiv__' },
  ...{ '%': '__mod__', '**': '__pow__', '@': '__matmul__', '|': '__or__', '&': '__and__', '^': '__xor__' },
  ...{ '<<': '__lshift__', '>>': '__rshift__', '==': '__eq__', '!=': '__ne__', '<': '__lt__' },
  ...{ '<=': '__le__', '>': '__gt__', '>=': '__ge__' },
};
