/** The stored and the new output side by side, with marks on different lines. */

import type { Difference } from '../../runtime/index.ts';
import { type Side, sidesOf } from '../../slicer/browser.ts';
import { itemName } from '../page/reproduction-words.ts';

/** Both sides of an output. */
export function SideBySide({ item, stored, now }: Difference) {
  const [before, after] = sidesOf(stored, now);
  return (
    <table class="sides">
      <caption>{itemName(item)}</caption>
      <thead>
        <tr>
          <th scope="col">in the notebook</th>
          <th scope="col">in a new kernel</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <SideCell side={before} />
          <SideCell side={after} />
        </tr>
      </tbody>
    </table>
  );
}

function SideCell({ side }: { side: Side }) {
  switch (side.type) {
    case 'nothing':
      return <td class="muted">nothing</td>;
    case 'other':
      return <td class="muted">{side.media}</td>;
    case 'picture':
      return (
        <td>
          <img alt="" src={`data:${side.media};base64,${side.base64}`} />
        </td>
      );
    case 'text':
      return (
        <td>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
          <pre tabIndex={0}>
            {side.lines.map(({ text, isOwn }, at) => (
              <span key={at}>
                {at > 0 && '\n'}
                {isOwn ? <mark>{text}</mark> : text}
              </span>
            ))}
          </pre>
        </td>
      );
  }
}
