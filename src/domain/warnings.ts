/** Collects the warnings of one request; those beyond the bound of an answer are counted and not kept. */
import { messagesAtMost, type TppMessage, warning, withTotal } from './refusal.ts';
import { boundedText } from './values/text.ts';

export class Warnings {
  readonly #kept: TppMessage[] = [];
  #total = 0;

  add(path: string, text: string): void {
    this.#total += 1;
    if (this.#kept.length < messagesAtMost) this.#kept.push(warning(path, text));
  }

  /** As an answer holds them: 100 at most, the last of which says how many there are when there are more. */
  get messages(): readonly TppMessage[] {
    return withTotal(this.#kept, this.#total, 'warnings');
  }
}

const nameAtMost = 70;

/** A name that a client made up, as a message repeats it. */
export const shownName = (name: string): string => boundedText(name, nameAtMost);
