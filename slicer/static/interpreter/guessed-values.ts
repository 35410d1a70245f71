/**
 * Interprets calls without a declaration by the rule that is right most often, and marks the effects as
 * guesses.
 */
import { type CallSite, isInPlace } from './call-site.ts';
import { DeclaredValues } from './declared-values.ts';
import { reachOf, unionOf, type Value } from './objects.ts';
import { guessReceiver, mayChangeWorld } from './receiver-guess.ts';

/** The most objects that an unknown call reaches. */
const MOST_HELD = 100;

/** The interpretation of undeclared calls. */
export abstract class GuessedValues extends DeclaredValues {
  /** The number of calls without a declaration. */
  protected guesses = 0;

  /**
   * Interprets a call without a declaration.
   * Unsound, static analysis only: an unknown call counts as keeping none of its arguments, and as returning
   * a new object. The call may change its receiver and arguments: the receiver counts as changed if methods
   * of the same name change their receivers, or if the call is a statement of its own.
   */
  protected callUnknown(receiver: Value | null, site: CallSite): void {
    this.guesses += 1;
    const { node, passed, name } = site;
    // by convention, a name with an initial capital is a class, whose call makes an object
    const makes = receiver === null && /^[A-Z]/.test(name);
    const isMethod = receiver !== null && node.callee.type === 'attribute';
    if (this.calls !== null && !this.isSupposed && !makes) {
      if (!isMethod || mayChangeWorld(this.library, name, passed)) this.calls.leaveOpen(this.cell.number);
    }
    const isOpen = receiver === null || this.#changeReceiver(receiver, site);
    for (const [i, { value, keyword }] of passed.entries()) {
      const objects = value.filter(({ isShared }) => isShared);
      const answer = keyword === 'out' || keyword === 'ax';
      this.changeByCall(objects, node.arguments[i]!.value, site, 'default', false, answer, isOpen);
    }
    const isGuess = this.isGuess;
    this.isGuess = true;
    this.callBack(unionOf(passed.map(({ value }) => value)), site, []);
    this.reach([...(receiver ?? []), ...passed.flatMap(({ value }) => value)], site);
    this.isGuess = isGuess;
  }

  /** The call may also change all that its receiver and its arguments hold, and call the functions there. */
  protected reach(from: Value, site: CallSite): void {
    const given = new Set(from);
    const held = [...reachOf(from)].filter((object) => !given.has(object));
    if (held.length === 0 || held.length > MOST_HELD || this.isDoubtful) return;
    this.changeByCall(held, site.node, site, 'default', false, false);
    const functions = held.filter(({ meaning }) => meaning.type === 'function' || meaning.type === 'method');
    if (functions.length === 0) return;
    this.isDoubtful = true;
    this.uses.paths.harmless(() => this.callBack(functions, site, []));
    this.isDoubtful = false;
  }

  /** Notes a guessed change of the receiver; returns whether nothing is known about the effect. */
  #changeReceiver(receiver: Value, site: CallSite): boolean {
    const { node, passed, name, alone } = site;
    if (node.callee.type !== 'attribute' && name === '') return true;
    const to = node.callee.type === 'attribute' ? node.callee.object : node.callee;
    const objects = receiver.filter(({ isShared }) => isShared);
    const guess = guessReceiver(this.library, name, passed);
    const isOpen = guess === null;
    // a call without use of its value; the last line of a cell may be there for display
    const forItself = alone && guess !== 'reads' && node !== this.shown;
    const isPart = to === node.callee || to.type !== 'name';
    const changes = guess === 'always' || (guess === 'mostly' && !isPart);
    const answer = isInPlace(site) || changes || (forItself && !isPart);
    this.changeByCall(objects, to, site, 'default', false, answer, isOpen);
    return isOpen;
  }
}
