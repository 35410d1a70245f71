/** Commands, renderers and panels of extensions. Loading is the work of another file. */

import { signal } from '@preact/signals';
import type { Command } from '../keyboard/commands.ts';
import type { AddedPanel } from '../page/page-parts.ts';

interface Part {
  /** The name of the extension. */
  readonly extension: string;
}

export interface AddedCommand extends Command, Part {}

/** Draws into an element; the result may be a function to undo the drawing. */
export interface Renderer extends Part {
  readonly mime: string;
  readonly draw: (data: unknown, element: HTMLElement) => unknown;
}

export interface PanelPart extends Part {
  readonly id: AddedPanel;
  readonly title: string;
  readonly draw: (element: HTMLElement) => unknown;
}

export const addedCommands = signal<readonly AddedCommand[]>([]);
export const addedRenderers = signal<readonly Renderer[]>([]);
export const addedPanels = signal<readonly PanelPart[]>([]);

/** Takes away all parts of an extension. */
export function removeParts(extension: string): void {
  const others = (part: Part) => part.extension !== extension;
  addedCommands.value = addedCommands.peek().filter(others);
  addedRenderers.value = addedRenderers.peek().filter(others);
  addedPanels.value = addedPanels.peek().filter(others);
}

/** The renderer for one of these media types. */
export function rendererFor(data: Readonly<Record<string, unknown>>): Renderer | null {
  return addedRenderers.value.find(({ mime }) => data[mime] !== undefined) ?? null;
}
