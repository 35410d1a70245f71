/** The panel at the side of a notebook: one view at a time. */

import { addedPanels } from '../extensions/added-parts.ts';
import { AddedPanelView } from '../extensions/added-views.tsx';
import { Icon } from '../icons.tsx';
import { type MenuText, menuLanguage, menuText } from '../languages/menu-text.ts';
import { lazily } from '../page/lazily.tsx';
import { hasPanel, NOT_FOLLOWED } from '../page/of-python.ts';
import { type AddedPanel, type OwnPanel, type Panel, panel } from '../page/page-parts.ts';

const TITLES: Readonly<Record<OwnPanel, MenuText>> = {
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
  return ({ which }: { which: OwnPanel }) => {
    const View = VIEWS[which];
    return <View />;
  };
});

/** The title in the language of the menus. */
function titleOf(which: Panel): string {
  if (!isAdded(which)) return menuText(TITLES[which]);
  return addedPanels.value.find(({ id }) => id === which)?.title ?? '';
}

function isAdded(which: Panel): which is AddedPanel {
  return which.startsWith('added:');
}

function PanelContent({ which }: { which: Panel }) {
  if (isAdded(which)) return <AddedPanelView key={which} which={which} />;
  return hasPanel(which) ? <PanelView which={which} /> : <p class="panel-note">{NOT_FOLLOWED}.</p>;
}

/** The open panel. */
export function SidePanel({ which }: { which: Panel }) {
  return (
    <aside class={`side-panel panel-${isAdded(which) ? 'added' : which}`} aria-label={titleOf(which)}>
      <header lang={menuLanguage.value}>
        <h2>{titleOf(which)}</h2>
        <button
          type="button"
          class="icon"
          aria-label={menuText('Close')}
          title={menuText('Close')}
          onClick={() => {
            panel.value = null;
          }}
        >
          <Icon name="close" />
        </button>
      </header>
      <PanelContent which={which} />
    </aside>
  );
}
