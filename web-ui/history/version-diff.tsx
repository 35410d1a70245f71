/** How one version of a cell differs from another one. */

import { useEffect, useRef, useState } from 'preact/hooks';

/** A text with its name. */
export interface Version {
  readonly name: string;
  readonly source: string;
}

/** Lines taken from `before` and added in `after`. */
export function VersionDiff({ before, after }: { before: Version; after: Version }) {
  const host = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const label = `from ${before.name} to ${after.name}`;
  const same = before.source === after.source;
  useEffect(() => {
    if (same) return;
    let remove: (() => void) | null = null;
    let current = true;
    import('./diff-editor.ts').then(
      ({ showDiff }) => {
        if (current) remove = showDiff(host.current!, before.source, after.source, `Changes ${label}`);
      },
      () => setFailure('The view of differences could not be loaded.'),
    );
    return () => {
      current = false;
      remove?.();
    };
  }, [before.source, after.source, same, label]);
  if (same) return <p class="panel-note">No difference {label}.</p>;
  return (
    <>
      {failure !== null && <p class="problem-text">{failure}</p>}
      <p class="diff-legend">
        <del>{before.name}</del> <ins>{after.name}</ins>
      </p>
      <div class="version-diff" ref={host} />
    </>
  );
}
