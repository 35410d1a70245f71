/** The parts over or above the cells that a person asks for. Their code is loaded when the first one opens. */

import { ShortcutSheet } from '../keyboard/shortcut-sheet.tsx';
import type { Overlay } from '../page/page-parts.ts';
import { FindBar } from '../panels/find-bar.tsx';
import { TableView } from '../tables/table-view.tsx';

/** The open part. */
export function OpenOverlay({ which }: { which: Exclude<Overlay, 'palette' | 'settings'> }) {
  switch (which) {
    case 'find':
      return <FindBar />;
    case 'shortcuts':
      return <ShortcutSheet />;
    case 'table':
      return <TableView />;
  }
}
