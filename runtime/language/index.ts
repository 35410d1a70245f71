/** The door of answers about Python text that need no kernel. */

export {
  type LanguageDefinition,
  type LanguageDescription,
  type LanguageSignature,
  PythonLanguage,
  type TextPosition,
} from './python-language.ts';
