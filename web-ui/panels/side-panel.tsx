/** The panel at the side of a notebook: one view at a time. */

import { Icon } from '../icons.tsx';
import { lazily } from '../page/lazily.tsx';
import { hasPanel, NOT_FOLLOWED } from '../page/of-python.ts';
import { type Panel, panel } from '../page/page-parts.ts';

const TITLES: Readonly<Record<Panel, string>> = {
  outline: 'Outline',
  variables: 'Variables',
  graph: 'Dependence graph',
  slice: 'Slice',
  history: 'History',
  problems: 'Problems',
  reproduce: 'Reproducibility',
  'what-if': 'What if',
  console: 'Console',
  difference: 'Differences',
  cell: 'Tags and metadata',
};

const PanelView = lazily(async () => {
  const { VIEWS } = await import('./panel-views.ts');
  return ({ which }: { which: Panel }) => {
    const View = VIEWS[which];
    return <View />;
  };
});

/** The open panel. */
export function SidePanel({ which }: { which: Panel }) {
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
      {hasPanel(which) ? <PanelView which={which} /> : <p class="panel-note">{NOT_FOLLOWED}.</p>}
    </aside>
  );
}
