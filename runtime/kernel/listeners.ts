/** A set of callbacks for one kind of event. It does not queue: a listener that is added later has missed the event. */
export class Listeners<Event> {
  readonly #all = new Set<(event: Event) => void>();

  /** Adds a listener; returns a function to remove it. */
  add(listener: (event: Event) => void): () => void {
    const own = (event: Event) => listener(event);
    this.#all.add(own);
    return () => this.#all.delete(own);
  }

  /** Calls all listeners present at the event. */
  tell(event: Event): void {
    for (const listener of [...this.#all]) listener(event);
  }
}
