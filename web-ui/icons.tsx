/** The icons of the pages, as line drawings of 16 by 16. */

const PATHS = {
  folder: 'M1.5 4a1 1 0 0 1 1-1h3.3l1.6 1.8h6.1a1 1 0 0 1 1 1V12a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1z',
  file: 'M4 1.5h5.2L12.5 5v9.5H4zM9 1.8V5h3.2',
  notebook: 'M3.5 1.5h9v13h-9zM5.8 1.5v13M8.3 5h2.4M8.3 7.5h2.4',
  run: 'M4.5 2.8v10.4L13 8z',
  'run-all': 'M2.5 3.5v9L8.5 8zM8.5 3.5v9l6-4.5z',
  stop: 'M4 4h8v8H4z',
  restart: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.2v2.9h-2.9',
  plus: 'M8 3v10M3 8h10',
  outline: 'M2.5 4h11M5 8h8.5M5 12h8.5',
  table: 'M2 3h12v10H2zM2 6.3h12M6.5 6.3V13',
  graph:
    'M4 2.2v0a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM12 5.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM4 10.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM5.7 4.6l4.6 1.8M5.7 11.4l4.6-2.8',
  slice: 'M2 3.5h12M2 8h5M2 12.5h12M9.5 8h.01M12 8h.01',
  history: 'M8 4.5V8l2.4 1.5M3.2 5.2A5.6 5.6 0 1 1 2.4 8M2.6 2.6v2.8h2.8',
  problems: 'M8 2.2L14.2 13H1.8zM8 6.4v3.2M8 11.3h.01',
  reproduce: 'M2.5 8a5.5 5.5 0 0 1 9.6-3.7M12.4 1.9v2.6H9.8M5.4 8.2l2 2 5.6-5.6M13.5 8a5.5 5.5 0 0 1-10 3.2',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  done: 'M3 8.5l3.2 3.2L13 4.8',
  trash: 'M3 4.5h10M6 4.5V3h4v1.5M4.2 4.5l.6 9h6.4l.6-9',
  copy: 'M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1',
  rename: 'M3 13l.5-2.7L11 2.8l2.2 2.2-7.5 7.5z',
  download: 'M8 2v8M4.8 7L8 10.2 11.2 7M3 13.5h10',
  upload: 'M8 10.5V2.3M4.8 5.5L8 2.3l3.2 3.2M3 13.5h10',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  fold: 'M4 6l4 4 4-4',
  split: 'M2 3h12v10H2zM8 3v10',
  save: 'M3 3h8l2 2v8H3zM5.5 3v3h4.5V3M5.5 13V9h5v4',
  settings:
    'M8 5.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4zM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6L5 5M11 11l1.4 1.4M12.4 3.6L11 5M5 11l-1.4 1.4',
  terminal: 'M2 3h12v10H2zM4.5 6l2 2-2 2M8 10.5h3',
  filter: 'M2 3h12L9.5 8.5v4l-3 1.5V8.5z',
  power: 'M8 2v5M4.6 4a5 5 0 1 0 6.8 0',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon; the element around names its meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`drawing drawing-${name}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
