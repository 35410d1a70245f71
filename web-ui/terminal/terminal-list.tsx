/** The running terminals, among the kernels: those of closed pages as well. */

import { useEffect, useState } from 'preact/hooks';
import type { PageTerminal } from '../../runtime/index.ts';
import { listTerminals } from '../files/files-api.ts';
import { Icon } from '../icons.tsx';
import { overlay } from '../page/page-parts.ts';
import { closeDocument, openDocument } from '../workplace/open-documents.ts';
import { placeOfTerminal, terminalName } from '../workplace/terminal-place.ts';
import { endAfterAsking } from './open-terminals.ts';

/** The list; nothing when there are none, or the server has none. */
export function TerminalList() {
  const [terminals, setTerminals] = useState<readonly PageTerminal[]>([]);
  const look = () =>
    void listTerminals().then(setTerminals, () => {
      // without terminals there is nothing to list
    });
  useEffect(look, []);
  if (terminals.length === 0) return null;
  const close = (id: string) => {
    // the question lies under this sheet otherwise
    overlay.value = null;
    endAfterAsking(id, () => closeDocument(placeOfTerminal(id)));
  };
  return (
    <>
      <h3 class="terminals-head">Terminals</h3>
      <ul class="kernel-list" aria-label="Terminals">
        {terminals.map(({ id, folder }) => (
          <li key={id} class="kernel-row terminal-row">
            <Icon name="terminal" />
            <button
              type="button"
              class="link kernel-path"
              onClick={() => {
                overlay.value = null;
                openDocument(placeOfTerminal(id));
              }}
            >
              {terminalName(id)}
            </button>
            <span class="kernel-python">{folder === '' ? 'in the opened folder' : `in ${folder}`}</span>
            <span class="kernel-orders">
              <button
                type="button"
                class="icon"
                title={`Close ${terminalName(id)}`}
                aria-label={`Close ${terminalName(id)}`}
                onClick={() => close(id)}
              >
                <Icon name="power" />
              </button>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
