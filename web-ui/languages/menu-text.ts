/**
 * Texts of commands, menus and buttons in the language of the person. A catalogue has the translation of each English text, and is
 * loaded when its language is chosen. Messages and reasons stay English.
 */

import { computed, effect, signal } from '@preact/signals';
import { say } from '../page/notices.ts';
import { settings } from '../settings/settings.ts';

/** The English texts that have translations. */
export type MenuText = keyof typeof import('./de.json', { with: { type: 'json' }});

type Catalogue = Readonly<Record<MenuText, string>>;

type Translated = 'de' | 'fr' | 'es' | 'zh-CN' | 'ja';

const CATALOGUES: Readonly<Record<Translated, () => Promise<{ default: Catalogue }>>> = {
  de: () => import('./de.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  'zh-CN': () => import('./zh-CN.json', { with: { type: 'json' } }),
  ja: () => import('./ja.json', { with: { type: 'json' } }),
};

/** The languages by their own names, as the settings offer them. */
export const LANGUAGES: readonly (readonly [Translated | 'en', string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
  ['es', 'Español'],
  ['zh-CN', '简体中文'],
  ['ja', '日本語'],
];

const loaded = signal<{ readonly language: Translated; readonly texts: Catalogue } | null>(null);

/** The language of the menus that are shown. */
export const menuLanguage = computed(() => loaded.value?.language ?? 'en');

/** A text of the menus in the chosen language. */
export function menuText(text: MenuText): string {
  return loaded.value?.texts[text] ?? text;
}

/** Loads the catalogue of the chosen language, now and after each change of the setting. */
export function followLanguage(): void {
  effect(() => {
    const { language } = settings.value;
    const wanted = language === 'browser' ? ofBrowser(navigator.languages) : language;
    if (wanted === 'en') loaded.value = null;
    else if (wanted !== loaded.peek()?.language) void load(wanted);
  });
}

async function load(language: Translated): Promise<void> {
  try {
    const { default: texts } = await CATALOGUES[language]();
    loaded.value = { language, texts };
  } catch {
    say('The menus stay as they are: their texts could not be loaded', 'problem');
  }
}

/** The first language of the browser that menus have. Traditional Chinese is another script than `zh-CN`. */
function ofBrowser(wanted: readonly string[]): Translated | 'en' {
  for (const name of wanted) {
    const isTraditional = /^zh-(?:hant|tw|hk|mo)/i.test(name);
    const found = LANGUAGES.find(
      ([language]) => !isTraditional && language.split('-')[0] === name.split('-')[0]!.toLowerCase(),
    );
    if (found !== undefined) return found[0];
  }
  return 'en';
}
