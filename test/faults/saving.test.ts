/** The file of an open notebook when saving fails, and when others change, move or delete it. */

import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NotebookFile, rescueText } from '../../runtime/live/notebook/saving.ts';

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  return { ...real, openSync: vi.fn(real.openSync), fsyncSync: vi.fn(real.fsyncSync) };
});

let folder: string;
let path: string;
let text: string;
let fails: Error | null;
/** What is there when the file is taken over; null: it cannot be. */
let taken: string | null;
let file: NotebookFile;

beforeEach(() => {
  vi.useFakeTimers();
  folder = fs.mkdtempSync(join(tmpdir(), 'sluice-saving-'));
  vi.stubEnv('SLUICE_HOME', join(folder, 'home'));
  path = join(folder, 'book.ipynb');
  text = 'one';
  fails = null;
  taken = null;
  fs.writeFileSync(path, text);
  file = new NotebookFile(
    path,
    text,
    {
      text: () => {
        if (fails !== null) throw fails;
        return text;
      },
      takes: () => {
        const found = fs.readFileSync(path, 'utf8');
        if (!found.startsWith('whole')) return false;
        text = found;
        taken = found;
        file.reloaded(found);
        return true;
      },
      changed: () => {},
    },
    true,
  );
});

afterEach(() => {
  file.close();
  vi.mocked(fs.openSync).mockRestore();
  vi.mocked(fs.fsyncSync).mockRestore();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  fs.rmSync(folder, { recursive: true });
});

function type(more: string): void {
  text = more;
  file.touch();
}

function saved(): string {
  return fs.readFileSync(path, 'utf8');
}

/** Names in the folder, but for the notebook. */
function beside(): string[] {
  return fs.readdirSync(folder).filter((name) => name !== 'book.ipynb' && name !== 'home');
}

function failWith(code: string): void {
  vi.mocked(fs.fsyncSync).mockImplementation(() => {
    throw Object.assign(new Error(code), { code });
  });
}

test('who types without a pause has all but the last letters saved', () => {
  for (let n = 0; n < 30; n += 1) {
    type(`letters ${n}`);
    vi.advanceTimersByTime(100);
  }
  expect(Number(saved().split(' ')[1])).toBeGreaterThan(30 - 15);
});

describe('a save that fails', () => {
  test.each([
    ['ENOSPC', /the disk is full/],
    ['EROFS', /read-only/],
    ['EIO', /EIO/],
  ])('is said and tried again: %s', (code, words) => {
    failWith(code);
    type('two');
    vi.advanceTimersByTime(2_000);
    expect([file.state, file.failure]).toEqual(['unsaved', expect.stringMatching(words)]);
    expect([saved(), beside()]).toEqual(['one', []]);
    type('three');
    vi.mocked(fs.fsyncSync).mockReset();
    vi.advanceTimersByTime(60_000);
    expect([file.state, file.failure, saved()]).toEqual(['saved', null, 'three']);
  });

  test('also when the text itself cannot be made', () => {
    fails = new RangeError('Invalid string length');
    type('two');
    vi.advanceTimersByTime(2_000);
    expect(file.failure).toMatch(/Invalid string length/);
    fails = null;
    vi.advanceTimersByTime(60_000);
    expect([file.state, saved()]).toEqual(['saved', 'two']);
  });

  test('in the end what is unsaved is beside it', () => {
    type('two');
    vi.mocked(fs.fsyncSync).mockImplementationOnce(() => {
      throw Object.assign(new Error(), { code: 'EIO' });
    });
    const rescued = file.secure();
    expect(rescued).toEqual({ type: 'written', path: join(folder, 'book.unsaved.ipynb') });
    expect(fs.readFileSync(join(folder, 'book.unsaved.ipynb'), 'utf8')).toBe('two');
    expect(rescueText(file, rescued!)).toContain('what is not saved is in');
  });

  test('or where Sluice lives, when nothing can be written there', async () => {
    type('two');
    const { openSync } = await vi.importActual<typeof fs>('node:fs');
    vi.mocked(fs.openSync).mockImplementation((name, ...more) => {
      if (String(name).startsWith(join(folder, 'home'))) return openSync(name, ...more);
      throw Object.assign(new Error(), { code: 'EROFS' });
    });
    const place = join(folder, 'home', 'unsaved', 'book.unsaved.ipynb');
    expect(file.secure()).toEqual({ type: 'written', path: place });
    expect(fs.readFileSync(place, 'utf8')).toBe('two');
  });

  test('or is lost, and that is said', () => {
    type('two');
    failWith('ENOSPC');
    expect(file.secure()).toEqual({ type: 'lost', reason: expect.stringMatching(/the disk is full/) });
    expect([saved(), beside()]).toEqual(['one', []]);
  });
});

describe('a file that somebody else', () => {
  test('has changed stays as it is; what is here goes beside it', () => {
    type('two');
    fs.writeFileSync(path, 'of another');
    vi.advanceTimersByTime(10_000);
    expect([file.state, saved()]).toEqual(['conflict', 'of another']);
    type('three');
    vi.advanceTimersByTime(10_000);
    expect(file.secure()).toEqual({ type: 'written', path: join(folder, 'book.unsaved.ipynb') });
    // once, and not over another one
    expect(file.secure()).toEqual({ type: 'written', path: join(folder, 'book.unsaved.ipynb') });
    type('four');
    expect(file.secure()).toEqual({ type: 'written', path: join(folder, 'book.unsaved-2.ipynb') });
    expect([saved(), fs.readFileSync(join(folder, 'book.unsaved.ipynb'), 'utf8')]).toEqual([
      'of another',
      'three',
    ]);
  });

  test('has changed is taken over, where nothing is unsaved here and it is a notebook', () => {
    type('two');
    vi.advanceTimersByTime(10_000);
    fs.writeFileSync(path, 'half');
    vi.advanceTimersByTime(10_000);
    expect([file.state, taken]).toEqual(['conflict', null]);
    fs.writeFileSync(path, 'whole');
    vi.advanceTimersByTime(10_000);
    expect([file.state, taken]).toEqual(['saved', 'whole']);
    type('mine');
    vi.advanceTimersByTime(10_000);
    expect([file.state, saved()]).toEqual(['saved', 'mine']);
  });

  test('has changed is not taken over where something is unsaved here', () => {
    type('two');
    fs.writeFileSync(path, 'whole');
    vi.advanceTimersByTime(10_000);
    expect([file.state, taken, saved()]).toEqual(['conflict', null, 'whole']);
  });

  test('has deleted and written anew is taken over', () => {
    fs.rmSync(path);
    vi.advanceTimersByTime(10_000);
    expect(file.state).toBe('gone');
    fs.writeFileSync(path, 'whole');
    vi.advanceTimersByTime(10_000);
    expect([file.state, taken]).toEqual(['saved', 'whole']);
  });

  test.each([
    ['renamed', () => fs.renameSync(path, join(folder, 'other'))],
    ['deleted', () => fs.rmSync(path)],
  ])('has %s is not made anew', (_, happens) => {
    happens();
    type('two');
    vi.advanceTimersByTime(10_000);
    expect(file.state).toBe('gone');
    expect(fs.existsSync(path)).toBe(false);
    file.save(true);
    expect([file.state, saved()]).toEqual(['saved', 'two']);
  });

  test('has deleted, with nothing unsaved here, is nobody to be rescued', () => {
    fs.rmSync(path);
    vi.advanceTimersByTime(10_000);
    expect([file.state, file.secure(), beside()]).toEqual(['gone', null, []]);
  });

  test('has brought back is saved again', () => {
    fs.renameSync(path, join(folder, 'other'));
    type('two');
    vi.advanceTimersByTime(10_000);
    fs.renameSync(join(folder, 'other'), path);
    vi.advanceTimersByTime(10_000);
    expect([file.state, saved()]).toEqual(['saved', 'two']);
  });

  test('has replaced by what is no file is not read', () => {
    fs.rmSync(path);
    fs.mkdirSync(path);
    vi.advanceTimersByTime(10_000);
    expect(file.state).toBe('conflict');
  });
});
