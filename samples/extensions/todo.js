/**
 * A panel with the comments of the notebook that begin with TODO, and a command that runs the cells which have one.
 * To use it, copy this file to the folder `extensions` in SLUICE_HOME (docs/extending.md).
 */

/** @type {import('../../docs/extension-api.d.ts').Activate} */
export function activate(sluice) {
  const found = () =>
    sluice.cells().flatMap(({ id, source }) =>
      [...source.matchAll(/#\s*TODO:?\s*(.*)/g)].map(([, text]) => ({ id, text })),
    );

  sluice.addPanel({
    id: 'list',
    title: 'To do',
    draw(element) {
      const show = () => {
        const items = found().map(({ id, text }) => {
          const item = document.createElement('li');
          const link = document.createElement('a');
          link.href = `#cell-${id}`;
          // a text of the notebook stays text
          link.textContent = text || '(without words)';
          item.append(link);
          return item;
        });
        const list = document.createElement('ul');
        list.append(...items);
        element.replaceChildren(items.length === 0 ? 'No comment begins with TODO.' : list);
      };
      show();
      return sluice.on('changed', show);
    },
  });

  sluice.addCommand({
    id: 'run',
    title: 'Run the cells that have something to do',
    run: () => sluice.run([...new Set(found().map(({ id }) => id))]),
  });
}
