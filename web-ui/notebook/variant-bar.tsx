/** The bar above the first cell of the variants: which one is shown, and the actions on them. It stays in view while its cells are. */

import { menuLanguage, menuText } from '../languages/menu-text.ts';
import {
  addVariant,
  compareVariants,
  dropVariant,
  keepVariant,
  showVariant,
  variantName,
  variants,
} from '../page/variants.ts';

export function VariantBar() {
  const now = variants.value;
  if (now === null) return null;
  return (
    <nav class="variant-bar" aria-label={menuText('Variants')} lang={menuLanguage.value}>
      <div class="variant-tabs">
        {now.numbers.map((number) => (
          <button
            key={number}
            type="button"
            aria-pressed={number === now.shown}
            onClick={() => {
              if (number !== now.shown) showVariant(number);
            }}
          >
            {variantName(number)}
          </button>
        ))}
        <button
          type="button"
          aria-label={menuText('Another variant')}
          title={menuText('Another variant')}
          onClick={addVariant}
        >
          +
        </button>
      </div>
      <div class="variant-actions">
        <button type="button" onClick={compareVariants}>
          {menuText('Compare')}
        </button>
        <button type="button" title={menuText('Keep this variant')} onClick={() => keepVariant()}>
          {menuText('Keep')}
        </button>
        <button type="button" title={menuText('Drop this variant')} onClick={dropVariant}>
          {menuText('Drop')}
        </button>
      </div>
    </nav>
  );
}
