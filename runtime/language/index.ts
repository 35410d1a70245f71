/** The door of answers about Python text that need no kernel. */

export {
  type LanguageDescription,
  type LanguagePlace,
  type LanguageSignature,
  PythonLanguage,
  type TextPlace,
} from './python-language.ts';
