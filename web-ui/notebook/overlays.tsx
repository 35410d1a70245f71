/**
 * The parts over the cells that a person asks for, and types nothing into at once. Their code is loaded when
 * the first one opens; keys pressed meanwhile still go to the cells.
 */

import { ShortcutSheet } from '../keyboard/shortcut-sheet.tsx';
import { SourceView } from '../panels/source-view.tsx';
import { SweepSheet } from '../sweeps/sweep-sheet.tsx';
import { TableView } from '../tables/table-view.tsx';
import { VariantSheet } from '../variants/variant-sheet.tsx';

/** The open part. */
export function OpenOverlay({ which }: { which: 'shortcuts' | 'table' | 'source' | 'sweep' | 'variants' }) {
  switch (which) {
    case 'shortcuts':
      return <ShortcutSheet />;
    case 'table':
      return <TableView />;
    case 'sweep':
      return <SweepSheet />;
    case 'variants':
      return <VariantSheet />;
    case 'source':
      return <SourceView />;
  }
}
