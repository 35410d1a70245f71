/** The variants beside each other: times, cells that differ with their outputs, and values that differ at the end. */

import type { ComparedCell, ComparedValue, ComparedVariant, VariantAnswer } from '../../runtime/index.ts';
import { capital } from '../../slicer/browser.ts';
import { CodeText } from '../history/code-text.tsx';
import { VersionDiff } from '../history/version-diff.tsx';
import { menuText } from '../languages/menu-text.ts';
import { duration } from '../notebook/state-words.ts';
import { Outputs } from '../outputs/outputs.tsx';
import { cellLabel } from '../page/cell-numbers.ts';
import { order } from '../page/notebook-state.ts';
import { overlay } from '../page/page-parts.ts';
import { TrustedInside } from '../page/trust.ts';
import { compared, keepVariant, showVariant, variantName, variants } from '../page/variants.ts';
import { Sheet } from '../sheet.tsx';

export function VariantSheet() {
  const found = compared.value;
  return (
    <Sheet kind="variants" title={menuText('Variants')}>
      {found === null && <p class="panel-note">Asking …</p>}
      {typeof found === 'string' && <p class="problem-text">{found}</p>}
      {found !== null && typeof found !== 'string' && <Comparison {...found} />}
    </Sheet>
  );
}

function Comparison({ variants: all, cells, values }: VariantAnswer) {
  const style = { '--variants': all.length };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <section class="variant-columns" style={style} tabIndex={0} aria-label={menuText('Compare')}>
      <div class="variant-row variant-heads">
        {all.map((each) => (
          <Head key={each.number} variant={each} />
        ))}
      </div>
      {cells.length === 0 && <p class="panel-note">No text and no output differs.</p>}
      {cells.map((each) => (
        <Cell key={each.cell} cell={each} all={all} />
      ))}
      <h3>Values that differ at the end</h3>
      {values.length === 0 ? (
        <p class="panel-note">{noValues(all)}</p>
      ) : (
        values.map((each) => <Value key={each.name} value={each} all={all} />)
      )}
    </section>
  );
}

function noValues(all: readonly ComparedVariant[]): string {
  const known = all.filter(({ knowsValues }) => knowsValues).length;
  return known < 2 ? 'Values are known of variants that have run and were left.' : 'No value differs.';
}

function Head({ variant: { number, ms, late } }: { variant: ComparedVariant }) {
  const isShown = variants.value?.shown === number;
  return (
    <section aria-label={variantName(number)}>
      <h3>
        {variantName(number)}
        {isShown && <span class="tag">shown</span>}
      </h3>
      <p class="facts">
        {ms === null ? 'no run' : `runs took ${duration(ms)}`}
        {late > 0 && `, ${late === 1 ? '1 cell' : `${late} cells`} not up to date`}
      </p>
      <div class="script-tools">
        {!isShown && (
          <button
            type="button"
            onClick={() => {
              overlay.value = null;
              showVariant(number);
            }}
          >
            {menuText('Show')}
          </button>
        )}
        <button
          type="button"
          onClick={() => {
            overlay.value = null;
            keepVariant(number);
          }}
        >
          {menuText('Keep')}
        </button>
      </div>
    </section>
  );
}

function Cell({ cell: { cell, sides }, all }: { cell: ComparedCell; all: readonly ComparedVariant[] }) {
  const first = sides[0];
  const name = order.value.includes(cell) ? capital(cellLabel(cell)) : 'A cell of another variant';
  return (
    <>
      <h3>{name}</h3>
      <div class="variant-row">
        {sides.map((side, at) => (
          <section
            key={at}
            aria-label={variantName(all[at]!.number)}
            data-variant={variantName(all[at]!.number)}
          >
            {side === null ? (
              <p class="panel-note">Not in this variant.</p>
            ) : (
              <>
                {at === 0 || !first || first.source === side.source ? (
                  <CodeText code={side.source} />
                ) : (
                  <VersionDiff
                    before={{ name: variantName(all[0]!.number), source: first.source }}
                    after={{ name: variantName(all[at]!.number), source: side.source }}
                  />
                )}
                <TrustedInside.Provider value={side.trusted}>
                  <Outputs cell={{ id: cell, outputs: side.outputs, clipped: [] }} />
                </TrustedInside.Provider>
                {side.type === 'code' && (
                  <p class="facts">
                    {side.isSettled ? side.ms !== null && duration(side.ms) : 'not up to date'}
                  </p>
                )}
              </>
            )}
          </section>
        ))}
      </div>
    </>
  );
}

function Value({ value: { name, sides }, all }: { value: ComparedValue; all: readonly ComparedVariant[] }) {
  return (
    <>
      <h4>{name}</h4>
      <div class="variant-row variant-values">
        {sides.map((side, at) => (
          <p key={at} data-variant={variantName(all[at]!.number)}>
            {side === null ? (
              <span class="muted">{all[at]!.knowsValues ? 'not there' : 'not known'}</span>
            ) : (
              <>
                <span class="type">{side.type}</span> <code>{side.text}</code>
              </>
            )}
          </p>
        ))}
      </div>
    </>
  );
}
