/** A sweep over the page: the form, the progress, and the report of `sluice sweep`. */

import { useEffect } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { menuText } from '../languages/menu-text.ts';
import {
  cancelSweep,
  knownParameters,
  loadParameters,
  saveSwept,
  startSweep,
  sweeping,
  swept,
  type WishedParameter,
  wish,
  wishedExpressions,
  wishedParameters,
} from '../page/sweeps.ts';
import { Sheet } from '../sheet.tsx';

export function SweepSheet() {
  useEffect(() => void loadParameters(), []);
  const working = sweeping.value;
  const results = swept.value;
  return (
    <Sheet kind="sweep" title={menuText('Sweep')}>
      <div class="sweep-body">
        <p class="panel-note">
          Runs the notebook as it is now for each combination of the values, in a new kernel and a private
          copy of its folder. After the first combination only cells run that depend on a changed parameter.
          The notebook stays as it is.
        </p>
        <Form isBusy={working !== null} />
        {working !== null && (
          <p class="working">
            <span role="status">{working} …</span>
            <button type="button" onClick={cancelSweep}>
              Stop
            </button>
          </p>
        )}
        {typeof results === 'string' && <p class="problem-text">{results}</p>}
        {results !== null && typeof results !== 'string' && (
          <section class="sweep-results" aria-label="Results">
            <div class="script-tools">
              <span role="status">{results.saved}</span>
              <button type="button" onClick={() => saveSwept('html')}>
                Save the page
              </button>
              <button type="button" onClick={() => saveSwept('csv')}>
                Save the table (CSV)
              </button>
            </div>
            {/* (its own policy allows neither scripts nor loads, and the frame has no rights) */}
            <iframe title="Report of the sweep" sandbox="" srcDoc={results.page} />
          </section>
        )}
      </div>
    </Sheet>
  );
}

function Form({ isBusy }: { isBusy: boolean }) {
  const wished = wishedParameters.value;
  const known = knownParameters.value;
  return (
    <form
      class="sweep-form"
      onSubmit={(event) => {
        event.preventDefault();
        void startSweep();
      }}
    >
      <datalist id="sweep-names">
        {known.map(({ name, value, cell }) => (
          <option key={name} value={name}>
            {cell === null ? 'no value yet' : `${value} (code cell ${cell})`}
          </option>
        ))}
      </datalist>
      {wished.map((parameter, at) => (
        <Parameter key={at} parameter={parameter} at={at} isOnly={wished.length === 1} isBusy={isBusy} />
      ))}
      <button
        type="button"
        class="link"
        disabled={isBusy}
        onClick={() => {
          wishedParameters.value = [...wished, { name: '', values: '' }];
        }}
      >
        One more parameter
      </button>
      <label class="sweep-collect">
        <span>Expressions to collect, one a line</span>
        <textarea
          rows={2}
          placeholder="results.round(3)"
          spellcheck={false}
          disabled={isBusy}
          value={wishedExpressions.value}
          onInput={({ currentTarget }) => {
            wishedExpressions.value = currentTarget.value;
          }}
        />
      </label>
      <button type="submit" class="primary" disabled={isBusy}>
        Run the sweep
      </button>
    </form>
  );
}

interface ParameterProps {
  readonly parameter: WishedParameter;
  readonly at: number;
  readonly isOnly: boolean;
  readonly isBusy: boolean;
}

function Parameter({ parameter: { name, values }, at, isOnly, isBusy }: ParameterProps) {
  return (
    <div class="sweep-parameter">
      <label>
        <span>Parameter</span>
        <input
          type="text"
          list="sweep-names"
          autocomplete="off"
          spellcheck={false}
          placeholder="test_size"
          disabled={isBusy}
          value={name}
          onInput={({ currentTarget }) => wish(at, { name: currentTarget.value })}
        />
      </label>
      <label class="sweep-values">
        <span>Values, separated by commas</span>
        <input
          type="text"
          autocomplete="off"
          spellcheck={false}
          placeholder="0.1, 0.2, 0.3"
          disabled={isBusy}
          value={values}
          onInput={({ currentTarget }) => wish(at, { values: currentTarget.value })}
        />
      </label>
      {!isOnly && (
        <button
          type="button"
          class="icon"
          aria-label={`Take ${name || 'the parameter'} away`}
          title="Take it away"
          disabled={isBusy}
          onClick={() => {
            wishedParameters.value = wishedParameters.peek().filter((_, index) => index !== at);
          }}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
