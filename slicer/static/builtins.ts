/**
 * The names Python's `builtins` module defines (3.10 to 3.14, and what IPython adds), for callers that want to leave them out.
 * The analyses never leave them out themselves: a notebook may rebind any of them.
 */

/** Names that mean a builtin unless the notebook binds them. */
export const BUILTIN_NAMES: ReadonlySet<string> = new Set(
  (
    'ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError ' +
    'BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ' +
    'ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception ' +
    'ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ' +
    'ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError ' +
    'KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError None NotADirectoryError NotImplemented ' +
    'NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError ' +
    'PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning ' +
    'StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError True ' +
    'TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError ' +
    'UnicodeWarning UserWarning ValueError Warning ZeroDivisionError __build_class__ __debug__ __doc__ __file__ ' +
    '__import__ __loader__ __name__ __package__ __spec__ abs aiter all anext any ascii bin bool breakpoint bytearray ' +
    'bytes callable chr classmethod compile complex copyright credits delattr dict dir display divmod enumerate eval ' +
    'exec execfile exit filter float format frozenset get_ipython getattr globals hasattr hash help hex id input int ' +
    'isinstance issubclass iter len license list locals map max memoryview min next object oct open ord pow print ' +
    'property quit range repr reversed round runfile set setattr slice sorted staticmethod str sum super tuple type ' +
    'vars zip'
  ).split(' '),
);

/** What IPython puts among the builtins, by the path under which it is declared. */
const OF_IPYTHON: Readonly<Record<string, string>> = {
  display: 'IPython.display.display',
  get_ipython: 'IPython.get_ipython',
};

/** The dotted path of what a name means that the notebook does not bind; null: nothing. */
export function builtinPath(name: string): string | null {
  if (!BUILTIN_NAMES.has(name)) return null;
  return Object.hasOwn(OF_IPYTHON, name) ? OF_IPYTHON[name]! : `builtins.${name}`;
}
