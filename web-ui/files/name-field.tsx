/** A field for a new name, with the part before the ending selected. It changes no file. */

import { useLayoutEffect, useRef } from 'preact/hooks';

/** The field; `done` is called once, with null when the name stays. */
export function NameField({ name, done }: { name: string; done: (name: string | null) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    field.current?.focus();
    const end = name.lastIndexOf('.');
    field.current?.setSelectionRange(0, end > 0 ? end : name.length);
  }, []);
  // a field that goes away loses the focus as well
  const finish = (wanted: string | null) => {
    if (isDone.current) return;
    isDone.current = true;
    done(wanted === null || wanted.trim() === '' || wanted === name ? null : wanted.trim());
  };
  const key = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') finish((event.currentTarget as HTMLInputElement).value);
    if (event.key === 'Escape') finish(null);
  };
  return (
    <input
      ref={field}
      type="text"
      class="name-field"
      aria-label="New name"
      spellcheck={false}
      defaultValue={name}
      onKeyDown={key}
      onBlur={(event) => finish(event.currentTarget.value)}
    />
  );
}
