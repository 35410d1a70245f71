/** Components whose code is loaded when they are shown first. */

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A component that stands for a loaded one; nothing is drawn before, and a sentence after a failure. */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [state, setState] = useState<'waiting' | 'loaded' | 'failed'>(Loaded ? 'loaded' : 'waiting');
    useEffect(() => {
      if (Loaded !== null) return;
      load().then(
        (component) => {
          Loaded = component;
          setState('loaded');
        },
        () => setState('failed'),
      );
    }, []);
    if (state === 'failed') {
      return <p class="panel-note problem-text">A part of the page could not be loaded; reload the page.</p>;
    }
    return Loaded === null ? null : <Loaded {...props} />;
  };
}
