/**
 * The file of an open notebook when saving fails, and when others change, move or delete it. The file is long because each way to
 * fail has its test here.
 */

import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NotebookFile, rescueText } from '../../runtime/live/notebook/saving.ts';

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  // a write in the background takes the test's time, and no real time
  const write = (file: number, bytes: Buffer, at: number, length: number, _: null, done: Written): void =>
    done(null, real.writeSync(file, bytes, at, length));
  return {
    ...real,
    openSync: vi.fn(real.openSync),
    fsyncSync: vi.fn(real.fsyncSync),
    write: vi.fn(write),
    fsync: vi.fn(),
  };
});

type Written = (error: Error | null, count: number) => void;

let folder: string;
let path: string;
let text: string;
let fails: Error | null;
/** The content when the file is taken over; null: the file cannot be. */
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
  diskTakes(0);
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

/** Passes time, in which saves in the background go on. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

function failWith(code: string): void {
  const error = Object.assign(new Error(code), { code });
  vi.mocked(fs.fsyncSync).mockImplementation(() => {
    throw error;
  });
  vi.mocked(fs.fsync).mockImplementation((_, done) => done(error));
}

/** From now on the disk works, and needs so long for a save. */
function diskTakes(ms: number): void {
  vi.mocked(fs.fsyncSync).mockImplementation(() => vi.advanceTimersByTime(ms));
  vi.mocked(fs.fsync).mockImplementation((_, done) => {
    if (ms === 0) done(null);
    else setTimeout(() => done(null), ms);
  });
}

test('who types without a pause has all but the last letters saved', async () => {
  for (let n = 0; n < 30; n += 1) {
    type(`letters ${n}`);
    await pass(100);
  }
  expect(Number(saved().split(' ')[1])).toBeGreaterThan(30 - 15);
});

test.each([0, 500, 1_000, 4_000])(
  'a cell that shows without a pause has outputs of ten seconds saved, on a disk that needs %i ms',
  async (ms) => {
    diskTakes(ms);
    const oldest: number[] = [];
    const began = performance.now();
    for (let n = 0; n < 300; n += 1) {
      text = `shown ${performance.now() - began}`;
      file.touchOutputs();
      await pass(100);
      oldest.push(performance.now() - began - Number(/[\d.]+$/.exec(saved())?.[0] ?? 0));
    }
    expect(Math.max(...oldest)).toBeLessThan(10_000);
  },
);

describe('a save that is still being written', () => {
  beforeEach(async () => {
    diskTakes(4_000);
    type('two');
    await pass(1_000);
    expect([file.state, saved(), beside().length]).toEqual(['unsaved', 'one', 1]);
  });

  test('takes the place of the file when the disk has it', async () => {
    await pass(4_000);
    expect([file.state, saved(), beside()]).toEqual(['saved', 'two', []]);
  });

  test('is followed by another one, if something has changed meanwhile', async () => {
    type('three');
    await pass(4_000);
    expect([file.state, saved()]).toEqual(['unsaved', 'two']);
    await pass(4_000);
    expect([file.state, saved(), beside()]).toEqual(['saved', 'three', []]);
  });

  test.each([
    ['by a person', () => file.save()],
    ['at the end', () => file.secure()],
  ])('is overtaken by a save %s', async (_, save) => {
    text = 'three';
    diskTakes(0);
    save();
    expect([file.state, saved(), beside()]).toEqual(['saved', 'three', []]);
    await pass(10_000);
    expect([file.state, saved(), beside()]).toEqual(['saved', 'three', []]);
  });

  test('does not replace what another program has written meanwhile', async () => {
    fs.writeFileSync(path, 'of another');
    await pass(10_000);
    expect([file.state, saved(), beside()]).toEqual(['conflict', 'of another', []]);
  });

  test('goes to the new name of the file', async () => {
    const other = join(folder, 'other.ipynb');
    fs.renameSync(path, other);
    file.moved(other);
    await pass(10_000);
    expect([file.state, beside(), fs.readFileSync(other, 'utf8')]).toEqual(['saved', ['other.ipynb'], 'two']);
  });

  test('is given up when the notebook is closed, or saved by an editor', async () => {
    file.follow(true);
    expect(beside()).toEqual([]);
    file.close();
    await pass(10_000);
    expect([saved(), beside()]).toEqual(['one', []]);
  });

  test('is followed by one that fails, which is said and tried again', async () => {
    failWith('ENOSPC');
    type('three');
    await pass(4_500);
    expect([file.failure, saved(), beside()]).toEqual([expect.stringMatching(/full/), 'two', []]);
    diskTakes(0);
    await pass(60_000);
    expect([file.state, file.failure, saved()]).toEqual(['saved', null, 'three']);
  });
});

test('a long text is saved whole in pieces, which divide no character', async () => {
  // (each piece would end within a character)
  type(`x${'\u{1f600}'.repeat(1_200_000)}`);
  await pass(2_000);
  expect([file.state, saved() === text]).toEqual(['saved', true]);
});

describe('a save that fails', () => {
  test.each([
    ['ENOSPC', /the disk is full/],
    ['EROFS', /read-only/],
    ['EIO', /EIO/],
  ])('is said and tried again: %s', async (code, words) => {
    failWith(code);
    type('two');
    await pass(2_000);
    expect([file.state, file.failure]).toEqual(['unsaved', expect.stringMatching(words)]);
    expect([saved(), beside()]).toEqual(['one', []]);
    type('three');
    diskTakes(0);
    await pass(60_000);
    expect([file.state, file.failure, saved()]).toEqual(['saved', null, 'three']);
  });

  test('also when the text itself cannot be made', async () => {
    fails = new RangeError('Invalid string length');
    type('two');
    await pass(2_000);
    expect(file.failure).toMatch(/Invalid string length/);
    fails = null;
    await pass(60_000);
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
  test('has changed stays as it is; what is here goes beside it', async () => {
    type('two');
    fs.writeFileSync(path, 'of another');
    await pass(10_000);
    expect([file.state, saved()]).toEqual(['conflict', 'of another']);
    type('three');
    await pass(10_000);
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

  test('has changed is taken over, where nothing is unsaved here and it is a notebook', async () => {
    type('two');
    await pass(10_000);
    fs.writeFileSync(path, 'half');
    await pass(10_000);
    expect([file.state, taken]).toEqual(['conflict', null]);
    fs.writeFileSync(path, 'whole');
    await pass(10_000);
    expect([file.state, taken]).toEqual(['saved', 'whole']);
    type('mine');
    await pass(10_000);
    expect([file.state, saved()]).toEqual(['saved', 'mine']);
  });

  test('has changed is not taken over where something is unsaved here', async () => {
    type('two');
    fs.writeFileSync(path, 'whole');
    await pass(10_000);
    expect([file.state, taken, saved()]).toEqual(['conflict', null, 'whole']);
  });

  test('has deleted and written anew is taken over', async () => {
    fs.rmSync(path);
    await pass(10_000);
    expect(file.state).toBe('gone');
    fs.writeFileSync(path, 'whole');
    await pass(10_000);
    expect([file.state, taken]).toEqual(['saved', 'whole']);
  });

  test.each([
    ['renamed', () => fs.renameSync(path, join(folder, 'other'))],
    ['deleted', () => fs.rmSync(path)],
  ])('has %s is not made anew', async (_, happens) => {
    happens();
    type('two');
    await pass(10_000);
    expect(file.state).toBe('gone');
    expect(fs.existsSync(path)).toBe(false);
    file.save(true);
    expect([file.state, saved()]).toEqual(['saved', 'two']);
  });

  test('has deleted, with nothing unsaved here, is nobody to be rescued', async () => {
    fs.rmSync(path);
    await pass(10_000);
    expect([file.state, file.secure(), beside()]).toEqual(['gone', null, []]);
  });

  test('has brought back is saved again', async () => {
    fs.renameSync(path, join(folder, 'other'));
    type('two');
    await pass(10_000);
    fs.renameSync(join(folder, 'other'), path);
    await pass(10_000);
    expect([file.state, saved()]).toEqual(['saved', 'two']);
  });

  test('has replaced by what is no file is not read', async () => {
    fs.rmSync(path);
    fs.mkdirSync(path);
    await pass(10_000);
    expect(file.state).toBe('conflict');
  });
});
