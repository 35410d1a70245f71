/** The check of reproducibility in a new kernel: its shares, and the beginning of each difference. */

import type { CellResult, NotebookResult } from '../../runtime/index.ts';
import { capital } from '../../slicer/browser.ts';
import { ReasonText } from '../notebook/reason-text.tsx';
import { cellLabel, cellNumber } from '../page/cell-numbers.ts';
import { notebook } from '../page/notebook-state.ts';
import {
  cancelReproducing,
  checkReproducibility,
  hasChanged,
  reproducing,
  reproduction,
  showDifference,
  shownDifference,
  withNetwork,
} from '../page/reproduction.ts';
import { cellOutcome } from '../page/reproduction-words.ts';
import { runStale } from '../page/run-actions.ts';
import { reveal, select } from '../page/selection.ts';
import { SideBySide } from './side-by-side.tsx';

export function ReproducePanel() {
  const known = reproduction.value;
  const working = reproducing.value;
  return (
    <div class="reproduce">
      <p class="panel-note">
        Runs the notebook as it is now from the top, in a new kernel and a private copy of its folder, and
        compares each output with the one that is shown.
      </p>
      <div class="script-tools">
        <button
          type="button"
          class="primary"
          disabled={working !== null}
          onClick={() => void checkReproducibility()}
        >
          Check reproducibility
        </button>
        <label title="Without it, cells that download something fail, where the system allows to keep it from them">
          <input
            type="checkbox"
            checked={withNetwork.value}
            disabled={working !== null}
            onChange={({ currentTarget }) => {
              withNetwork.value = currentTarget.checked;
            }}
          />
          with the network
        </label>
      </div>
      {working !== null && (
        <p class="working">
          <span role="status">{working} …</span>
          <button type="button" onClick={cancelReproducing}>
            Cancel
          </button>
        </p>
      )}
      {working === null && <LateCells />}
      {typeof known === 'string' && <p class="problem-text">{known}</p>}
      {known !== null && typeof known !== 'string' && <Result result={known.result} />}
    </div>
  );
}

/** Offers to update cells first: outputs older than their code differ without a check. */
function LateCells() {
  const cells = notebook.value?.update.cells ?? [];
  if (cells.length === 0) return null;
  const many = cells.length === 1 ? '1 cell is' : `${cells.length} cells are`;
  return (
    <p class="panel-note late-cells">
      {many} out of date, so {cells.length === 1 ? 'its output differs' : 'their outputs differ'} from a new
      run.{' '}
      <button type="button" onClick={() => void runStale()}>
        Update first
      </button>
    </p>
  );
}

function Result({ result }: { result: NotebookResult }) {
  const { outputs, cells, environment, why, ms } = result;
  if (why !== null) return <p class="problem-text">{why}</p>;
  const told = cells.filter(({ status }) => !['same', 'unstored', 'normalized'].includes(status));
  const alike = cells.filter(({ status }) => status === 'normalized');
  const changed = cells.filter(({ cell }) => cellNumber(cell) === null || hasChanged(cell)).length;
  return (
    <>
      <Shares outputs={outputs} />
      <p class="panel-note">
        {environment}; {(ms / 1000).toFixed(1)} s
      </p>
      {changed > 0 && (
        <p class="panel-note">
          {changed === 1 ? '1 cell has' : `${changed} cells have`} changed since; what is said of{' '}
          {changed === 1 ? 'it' : 'them'} is about how {changed === 1 ? 'it was' : 'they were'}.
        </p>
      )}
      {told.length > 0 && (
        <ol class="reproduced-cells" aria-label="Cells that do not come out the same">
          {told.map((cell) => (
            <li key={cell.cell}>
              <CellRow result={cell} cells={cells} />
            </li>
          ))}
        </ol>
      )}
      {alike.length > 0 && (
        <details class="alike-cells">
          <summary>
            {alike.length === 1 ? '1 cell is' : `${alike.length} cells are`} the same but for details that
            change with every run
          </summary>
          <ol class="reproduced-cells">
            {alike.map((cell) => (
              <li key={cell.cell}>
                <CellRow result={cell} cells={cells} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

const SHARES = [
  ['same', 'the same', 'the same'],
  ['normalized', 'the same but for something', 'the same but for something'],
  ['different', 'differs', 'differ'],
  ['missing', 'not shown or not run', 'not shown or not run'],
] as const;

function Shares({ outputs }: Pick<NotebookResult, 'outputs'>) {
  const { total, same, normalized, extra } = outputs;
  if (total === 0 && extra === 0) return <p role="status">The notebook shows nothing to compare with.</p>;
  const share = total === 0 ? 0 : Math.round((100 * (same + normalized)) / total);
  return (
    <div class="shares" role="status">
      <p>
        <b>
          {same + normalized} of {total} outputs
        </b>{' '}
        come out the same ({share} %)
      </p>
      <div class="share-bar" aria-hidden="true">
        {SHARES.map(([key]) => (
          <span key={key} class={`outcome-${key}`} style={{ flexGrow: outputs[key] }} />
        ))}
      </div>
      <ul>
        {SHARES.filter(([key]) => outputs[key] > 0).map(([key, one, many]) => (
          <li key={key} class={`outcome-${key}`}>
            <span class="outcome-dot" aria-hidden="true" />
            {outputs[key]} {outputs[key] === 1 ? one : many}
          </li>
        ))}
        {extra > 0 && (
          <li class="outcome-extra">
            <span class="outcome-dot" aria-hidden="true" />
            and {extra} {extra === 1 ? 'that was' : 'that were'} not shown before
          </li>
        )}
      </ul>
    </div>
  );
}

function CellRow({ result, cells }: { result: CellResult; cells: readonly CellResult[] }) {
  const { cell, first, cause, why } = result;
  const { outcome, words } = cellOutcome(result);
  const isOpen = shownDifference.value === cell;
  const origin = cells.find((each) => each.cell === first && first !== cell && each.differences.length > 0);
  return (
    <div class={`reproduced-cell outcome-${outcome}`}>
      <button
        type="button"
        class="link reproduced-name"
        onClick={() => {
          select(cell);
          reveal(cell, 'center');
        }}
      >
        <span class="outcome-dot" aria-hidden="true" />
        {capital(cellLabel(cell))}: {words}
      </button>
      {why !== null && (
        <p>
          <ReasonText text={why} />
        </p>
      )}
      {cause !== null && (
        <button
          type="button"
          aria-expanded={isOpen}
          title="Shows the cell where it begins, lit up with the cells between, and both outputs"
          onClick={() => {
            if (isOpen) shownDifference.value = null;
            else showDifference(result);
          }}
        >
          First cause: {first === cell ? 'this cell' : cellLabel(first ?? cell)}
        </button>
      )}
      {isOpen && origin !== undefined && <Differences of={origin} name={cellLabel(origin.cell)} />}
      {isOpen && <Differences of={result} name={origin === undefined ? null : cellLabel(cell)} />}
    </div>
  );
}

/** The different outputs of a cell. `name`: of the cell, where there is more than one. */
function Differences({ of: { differences }, name }: { of: CellResult; name: string | null }) {
  return (
    <div class="differences">
      {name !== null && differences.length > 0 && <h3>{capital(name)}</h3>}
      {differences.map((difference) => (
        <SideBySide key={difference.item} {...difference} />
      ))}
    </div>
  );
}
