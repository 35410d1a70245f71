/** A field for a new name, with the part before the ending selected. No file is changed here. */

import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * The field. `done` gets the name, or null for the old name, and tells whether the name is accepted; else the typed text stays,
 * to be mended. `keeps`: an unchanged name counts as given.
 */
export function NameField({
  name,
  keeps = false,
  done,
}: {
  name: string;
  keeps?: boolean;
  done: (name: string | null) => boolean | Promise<boolean>;
}) {
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    field.current?.focus();
    const end = name.lastIndexOf('.');
    field.current?.setSelectionRange(0, end > 0 ? end : name.length);
  }, []);
  // a field that goes away loses the focus as well
  const finish = async (wanted: string | null) => {
    if (isDone.current) return;
    isDone.current = true;
    isDone.current = await done(
      wanted === null || wanted.trim() === '' || (wanted === name && !keeps) ? null : wanted.trim(),
    );
  };
  const key = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') void finish((event.currentTarget as HTMLInputElement).value);
    if (event.key === 'Escape') void finish(null);
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
      onBlur={(event) => void finish(event.currentTarget.value)}
    />
  );
}
