/** The views of all panels. Their code is loaded when the first panel opens. */

import type { ComponentType } from 'preact';
import { HistoryPanel } from '../history/history-panel.tsx';
import type { OwnPanel } from '../page/page-parts.ts';
import { CellPanel } from './cell-panel.tsx';
import { ConsolePanel } from './console-panel.tsx';
import { DifferencePanel } from './difference-panel.tsx';
import { GraphPanel } from './graph-panel.tsx';
import { OutlinePanel } from './outline-panel.tsx';
import { ProblemsPanel } from './problems-panel.tsx';
import { ReproducePanel } from './reproduce-panel.tsx';
import { SlicePanel } from './slice-panel.tsx';
import { VariablesPanel } from './variables-panel.tsx';
import { WhatIfPanel } from './what-if-panel.tsx';

/** By the name of the panel. */
export const VIEWS: Readonly<Record<OwnPanel, ComponentType>> = {
  outline: OutlinePanel,
  variables: VariablesPanel,
  graph: GraphPanel,
  slice: SlicePanel,
  history: HistoryPanel,
  problems: ProblemsPanel,
  reproduce: ReproducePanel,
  'what-if': WhatIfPanel,
  console: ConsolePanel,
  difference: DifferencePanel,
  cell: CellPanel,
};
