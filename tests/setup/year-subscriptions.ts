const day = 86_400_000;

/**
 * The day a number of months later; the last of the month if that is too short. Days are counted from the
 * start of the simulation.
 */
function monthsLater(start: Date, from: number, months: number): number {
  const begun = new Date(start.getTime() + from * day);
  const [year, month] = [begun.getUTCFullYear(), begun.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Math.round(
    (Date.UTC(year, month, Math.min(begun.getUTCDate(), last), begun.getUTCHours()) - start.getTime()) / day,
  );
}

/**
 * A monthly subscription according to the product page: renewed on its day, retried after 1, 3 and 5 days,
 * then over.
 */
export class Subscription {
  #anchor: number;
  #periods = 1;
  #tries = 0;
  #nextTry: number;
  isOver = false;
  isCancelled = false;
  readonly #start: Date;
  readonly id: string;
  readonly fan: string;
  readonly creator: string;
  readonly price: number;
  constructor(
    start: Date,
    begun: number,
    facts: { id: string; fan: string; creator: string; price: number },
  ) {
    this.#start = start;
    this.#anchor = begun;
    this.id = facts.id;
    this.fan = facts.fan;
    this.creator = facts.creator;
    this.price = facts.price;
    this.#nextTry = this.end;
  }
  get end(): number {
    return monthsLater(this.#start, this.#anchor, this.#periods);
  }
  /** What happens on a day: a payment, a failed one, or nothing. */
  meets(today: number, cardPays: boolean): 'paid' | 'failed' | 'nothing' {
    if (this.isOver || today < this.#nextTry) return 'nothing';
    if (this.isCancelled) {
      this.isOver = true;
      return 'nothing';
    }
    return cardPays ? this.#renew(today) : this.#fail(today);
  }
  #renew(today: number): 'paid' {
    // If paid a day or more late, a new period starts with the payment.
    if (today >= this.end + 1) {
      this.#anchor = today;
      this.#periods = 1;
    } else this.#periods += 1;
    this.#tries = 0;
    this.#nextTry = this.end;
    return 'paid';
  }
  #fail(today: number): 'failed' {
    const wait = [1, 3, 5][this.#tries];
    this.#tries += 1;
    if (wait === undefined) this.isOver = true;
    else this.#nextTry = Math.max(this.end + wait, today + 1);
    return 'failed';
  }
}
