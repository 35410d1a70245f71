/** Files that the browser draws itself: pictures, sounds, films, PDF; HTML in a frame without scripts until the person allows them. */

import { useEffect, useState } from 'preact/hooks';
import { fetchableAddress, readBytes } from '../files/files-api.ts';
import type { FrameContent } from '../outputs/draw-content.ts';
import { FrameOutput } from '../outputs/frame-output.tsx';
import type { FileView } from './file-views.ts';

/** Larger pages stay without scripts. */
const MOST_HTML = 20_000_000;

/** The content of a file. */
export function ContentView({ path, view }: { path: string; view: FileView }) {
  const [address, setAddress] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const name = path.split('/').at(-1)!;
  useEffect(() => {
    setAddress(null);
    fetchableAddress(path).then(setAddress, (error: Error) => setFailure(error.message));
  }, [path]);
  const failed = () =>
    setFailure(`${name} cannot be shown: it is missing, damaged, or not of the kind that its name says.`);
  if (failure !== null) return <p class="panel-note problem-text">{failure}</p>;
  if (address === null) return null;
  if (view === 'picture') {
    return (
      <div class="picture-view">
        <img src={address} alt={name} onError={failed} />
      </div>
    );
  }
  // biome-ignore lint/a11y/useMediaCaption: a file has no captions
  if (view === 'sound') return <audio controls src={address} onError={failed} />;
  // biome-ignore lint/a11y/useMediaCaption: a file has no captions
  if (view === 'film') return <video class="film-view" controls src={address} onError={failed} />;
  if (/\.pdf$/i.test(path)) return <iframe class="page-frame" title={name} src={address} />;
  return <HtmlPage path={path} address={address} name={name} />;
}

function HtmlPage({ path, address, name }: { path: string; address: string; name: string }) {
  const [content, setContent] = useState<FrameContent | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const allow = () =>
    readBytes(path, 0, MOST_HTML - 1).then(
      ({ bytes, size }) => {
        if (size > MOST_HTML) setFailure(`${name} is too large for a page with scripts (20 MB at most).`);
        else setContent({ type: 'html', html: new TextDecoder().decode(bytes) });
      },
      (error: Error) => setFailure(error.message),
    );
  if (content !== null) {
    return (
      <div class="page-frame with-scripts">
        <FrameOutput content={content} trusted />
      </div>
    );
  }
  return (
    <>
      <p class="banner" role="status">
        <span>{failure ?? 'The page is shown without scripts, and loads nothing from elsewhere.'}</span>
        {failure === null && (
          <button type="button" onClick={() => void allow()}>
            Trust this page
          </button>
        )}
      </p>
      <iframe class="page-frame" title={name} sandbox="" src={`${address}&page`} />
    </>
  );
}
