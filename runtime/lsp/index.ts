/** The door of the language server: notebooks and percent-format scripts in editors. It starts no kernel. */

export { serveLanguage } from './language-server.ts';
