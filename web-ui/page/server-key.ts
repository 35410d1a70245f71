/**
 * The key by which the server knows its own pages. It comes with the first page, whose address has the token,
 * and is stored in the browser's storage, which pages of other ports cannot read.
 */

const NAME = 'sluice-key';

let key: string | null = null;

/** The key; empty when this browser has none. The address loses its token. */
export function serverKey(): string {
  key ??= given() ?? stored();
  return key;
}

/** Takes a newer key from another page of this browser, because the server may have been started again. */
export function renewKey(): void {
  key = stored() || key;
}

/** Whether there is a server that does not know the key. */
export async function isLocked(): Promise<boolean> {
  try {
    return (await fetch('/api/pass?path=', { headers: { 'X-Sluice-Key': serverKey() } })).status === 403;
  } catch {
    return false;
  }
}

function given(): string | null {
  const found = document.querySelector<HTMLMetaElement>(`meta[name="${NAME}"]`)?.content ?? null;
  if (found === null) return null;
  const address = new URL(location.href);
  address.searchParams.delete('token');
  history.replaceState(null, '', address);
  try {
    localStorage.setItem(NAME, found);
  } catch {
    // this page has the key; others will ask for the address
  }
  return found;
}

function stored(): string {
  try {
    return localStorage.getItem(NAME) ?? '';
  } catch {
    return '';
  }
}
