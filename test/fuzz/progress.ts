/** How far fuzzing is, as lines on standard error. It decides nothing. */

/** Milliseconds between two lines. */
const INTERVAL = 10_000;

/** Counts checked programs and says so now and then. */
export class Progress {
  readonly #total: number;
  readonly #start = Date.now();
  #last = Date.now();
  #done = 0;
  /** Programs with a silently wrong slice. */
  wrong = 0;

  constructor(total: number) {
    this.#total = total;
  }

  /** One more program was checked. */
  checked(wrong: boolean): void {
    this.#done += 1;
    if (wrong) this.wrong += 1;
    if (wrong || Date.now() - this.#last > INTERVAL) this.end();
  }

  /** Says how far it got. */
  end(): void {
    this.#last = Date.now();
    const minutes = (this.#last - this.#start) / 60_000;
    const rate = Math.round(this.#done / minutes);
    process.stderr.write(`${this.#done} of ${this.#total} programs, ${rate} a minute, ${this.wrong} wrong\n`);
  }
}
