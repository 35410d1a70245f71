/**
 * The names in Python's `builtins` module (3.10 to 3.14, with IPython's additions), for callers that leave
 * builtins out. The analyses never leave builtins out themselves: a notebook may rebind any of them.
 */

/** Names of builtins, unless the notebook binds them. */
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

/** IPython's additions to the builtins, by the paths of their stubs. */
const OF_IPYTHON: Readonly<Record<string, string>> = {
  display: 'IPython.display.display',
  get_ipython: 'IPython.get_ipython',
};

/** The dotted path of a builtin with this name, for a name that the notebook does not bind; null: there is none. */
export function builtinPath(name: string): string | null {
  if (!BUILTIN_NAMES.has(name)) return null;
  return Object.hasOwn(OF_IPYTHON, name) ? OF_IPYTHON[name]! : `builtins.${name}`;
}
