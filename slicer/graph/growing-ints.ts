/** A list of 32-bit integers in four bytes each: an array that doubles its length when it is full. */

/** Starts empty; positions are not checked. */
export class GrowingInts {
  #values = new Int32Array(16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  at(position: number): number {
    return this.#values[position] as number;
  }

  set(position: number, value: number): void {
    this.#values[position] = value;
  }

  /** Appends; returns the position. */
  push(value: number): number {
    if (this.#length === this.#values.length) {
      const larger = new Int32Array(2 * this.#length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
    return this.#length - 1;
  }

  /** A copy of the values. */
  toArray(): Int32Array {
    return this.#values.slice(0, this.#length);
  }
}
