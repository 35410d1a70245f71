/** The door of the tools for agents. */

export { serveAgents } from './serve-agents.ts';
