/** The panel at the side of a notebook: one view at a time. */

import { HistoryPanel } from '../history/history-panel.tsx';
import { Icon } from '../icons.tsx';
import { type Panel, panel } from '../page/page-parts.ts';
import { GraphPanel } from './graph-panel.tsx';
import { OutlinePanel } from './outline-panel.tsx';
import { ProblemsPanel } from './problems-panel.tsx';
import { ReproducePanel } from './reproduce-panel.tsx';
import { SlicePanel } from './slice-panel.tsx';
import { VariablesPanel } from './variables-panel.tsx';
import { WhatIfPanel } from './what-if-panel.tsx';

const TITLES: Readonly<Record<Panel, string>> = {
  outline: 'Outline',
  variables: 'Variables',
  graph: 'Dependence graph',
  slice: 'Slice',
  history: 'History',
  problems: 'Problems',
  reproduce: 'Reproducibility',
  'what-if': 'What if',
};

const VIEWS = {
  outline: OutlinePanel,
  variables: VariablesPanel,
  graph: GraphPanel,
  slice: SlicePanel,
  history: HistoryPanel,
  problems: ProblemsPanel,
  reproduce: ReproducePanel,
  'what-if': WhatIfPanel,
};

/** The open panel. */
export function SidePanel({ which }: { which: Panel }) {
  const View = VIEWS[which];
  return (
    <aside class={`side-panel panel-${which}`} aria-label={TITLES[which]}>
      <header>
        <h2>{TITLES[which]}</h2>
        <button
          type="button"
          class="icon"
          aria-label="Close"
          title="Close"
          onClick={() => {
            panel.value = null;
          }}
        >
          <Icon name="close" />
        </button>
      </header>
      <View />
    </aside>
  );
}
