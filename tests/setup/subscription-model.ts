/* A model of a subscription, implemented from the product's rules alone without any of the program's code. */

export type Plan = 'monthly' | 'yearly';
export interface Sheet {
  type: 'free' | Plan;
  state: 'active' | 'past_due' | 'cancelled';
  price: number;
  /** Periods are counted from here, in months. */
  anchor: number;
  months: number;
  end: number;
  nextType: Plan | null;
  nextPrice: number | null;
  retries: number;
  attempt: number | null;
  /** The amount paid for the current period. */
  paid: number;
  /** Whether the card for the next payment works. */
  good: boolean;
  /** The end of the period whose renewal was announced. */
  noticed: number | null;
}
export interface Paper {
  now: number;
  asks: { monthly: number; yearly: number };
  open: Sheet | null;
  hadFree: boolean;
  blocked: boolean;
  /** Every payment, in cents. */
  readonly paid: number[];
  announced: number;
  failed: number;
}

const [hour, day] = [3_600_000, 86_400_000];
const leap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const daysIn = (year: number, month: number) =>
  [31, leap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0;
const two = (value: number) => String(value).padStart(2, '0');

/** The same day and time a number of months later; the last day of the month if that is too short. */
export function monthsAfter(moment: number, months: number): number {
  const written = new Date(moment).toISOString();
  const index = Number(written.slice(0, 4)) * 12 + Number(written.slice(5, 7)) - 1 + months;
  const [year, month] = [Math.floor(index / 12), index % 12];
  return Date.parse(
    `${year}-${two(month + 1)}-${two(Math.min(Number(written.slice(8, 10)), daysIn(year, month)))}${written.slice(10)}`,
  );
}

const monthsOf = { monthly: 1, yearly: 12 } as const;
const coming = (sheet: Sheet) => ({
  type: sheet.nextType ?? sheet.type,
  price: sheet.nextPrice ?? sheet.price,
});
const isOver = (sheet: Sheet, now: number) =>
  sheet.end <= now && (sheet.type === 'free' || sheet.state === 'cancelled');
export const hasAccess = ({ open, now }: Paper): boolean => open !== null && open.end > now;

const blank = { nextType: null, nextPrice: null, retries: 0, attempt: null, noticed: null } as const;

/** Applies a payment for a plan. */
function paidFor(paper: Paper, terms: { type: Plan; price: number; amount: number }): void {
  const { open, now } = paper;
  const step = monthsOf[terms.type];
  paper.paid.push(terms.amount);
  const goesOn =
    open !== null && (open.type === terms.type || open.nextType === terms.type) && now < open.end + day;
  const [anchor, months] = goesOn ? [open.anchor, open.months + step] : [now, step];
  const noticed = open?.type === 'free' ? null : (open?.noticed ?? null);
  paper.open = {
    ...blank,
    noticed,
    type: terms.type,
    state: 'active',
    price: terms.price,
    anchor,
    months,
    end: monthsAfter(anchor, months),
    paid: terms.amount,
    good: true,
  };
}

function startFree(paper: Paper): number {
  const { open, now } = paper;
  if ((open !== null && !isOver(open, now)) || paper.hadFree) return 409;
  paper.hadFree = true;
  paper.open = {
    ...blank,
    type: 'free',
    state: 'active',
    price: 0,
    anchor: now,
    months: 0,
    end: now + day,
    paid: 0,
    good: true,
  };
  return 201;
}

function kept(sheet: Sheet, type: Plan): number | null {
  if (coming(sheet).type === type) return coming(sheet).price;
  return sheet.type === type ? sheet.price : null;
}

const isPaidUp = ({ type, state, end }: Sheet, now: number) =>
  type !== 'free' && state !== 'past_due' && end > now;

function startPaid(paper: Paper, type: Plan, good: boolean): number {
  const sheet = paper.open && !isOver(paper.open, paper.now) ? paper.open : null;
  if (sheet && isPaidUp(sheet, paper.now)) {
    if (sheet.state !== 'cancelled' || sheet.type !== type) return 409;
    Object.assign(sheet, { state: 'active', good });
    return 201;
  }
  paper.open = sheet;
  if (!good) return 402;
  const price = (sheet && kept(sheet, type)) ?? paper.asks[type];
  paidFor(paper, { type, price, amount: price });
  return 201;
}

export function subscribe(paper: Paper, type: 'free' | Plan, good: boolean): number {
  if (paper.blocked) return 404;
  return type === 'free' ? startFree(paper) : startPaid(paper, type, good);
}

export function cancel(paper: Paper): number {
  const { open, now } = paper;
  if (!open) return 409;
  if (open.state === 'cancelled') return 200;
  if (open.end > now) Object.assign(open, { state: 'cancelled', attempt: null });
  else paper.open = null;
  return 200;
}

export function resume({ open, now, blocked }: Paper): number {
  if (!open) return 409;
  if (open.state !== 'cancelled') return 200;
  if (open.end <= now) return 409;
  if (blocked) return 404;
  open.state = 'active';
  return 200;
}

/** What switching plans costs now, or the status it is rejected with. */
export function quote({ open, now, blocked, asks }: Paper, type: Plan): { status: number; amount: number } {
  const no = (status: number) => ({ status, amount: 0 });
  if (!open || !isPaidUp(open, now)) return no(409);
  if (blocked) return no(404);
  if (open.type === type) return no(open.nextType ? 200 : 409);
  if (type === 'monthly') return no(open.state === 'cancelled' ? 409 : 200);
  const begun = monthsAfter(open.anchor, open.months - 1);
  const all = (open.end - begun) / day;
  const credit = Math.ceil((open.paid * Math.min(all, Math.ceil((open.end - now) / day))) / all);
  const amount = Math.max(0, asks.yearly - credit);
  return { status: 200, amount: amount < 50 ? 0 : amount };
}

/** Switches to yearly at once. If the credit covers everything, nothing is charged and the card stays. */
function switchNow(paper: Paper, amount: number, good: boolean): number {
  if (amount > 0 && !good) return 402;
  const before = paper.open?.good ?? true;
  paidFor(paper, { type: 'yearly', price: paper.asks.yearly, amount });
  if (amount > 0 || !paper.open) return 200;
  paper.paid.pop();
  paper.open.good = before;
  return 200;
}

export function switchTo(paper: Paper, type: Plan, good: boolean): number {
  const { status, amount } = quote(paper, type);
  const sheet = paper.open;
  if (status !== 200 || !sheet) return status;
  if (sheet.type !== type && type === 'yearly') return switchNow(paper, amount, good);
  if (sheet.type === type) Object.assign(sheet, { nextType: null, nextPrice: null });
  else
    Object.assign(sheet, {
      nextPrice: sheet.nextType ? sheet.nextPrice : paper.asks.monthly,
      nextType: 'monthly',
    });
  return 200;
}

export function accept({ open, now, blocked, asks }: Paper, price: number): number {
  if (!open || open.type === 'free' || isOver(open, now)) return 409;
  if (blocked) return 404;
  const next = coming(open);
  if (next.type === 'free' || asks[next.type] !== price) return 409;
  if (next.price !== price) open.nextPrice = next.type === open.type && price === open.price ? null : price;
  return 200;
}

export function block(paper: Paper): void {
  if (paper.blocked) return;
  paper.blocked = true;
  if (paper.open && paper.open.state !== 'cancelled') cancel(paper);
}

function renew(paper: Paper, sheet: Sheet): void {
  const { type, price } = coming(sheet);
  if (sheet.state === 'active') announce(paper, sheet);
  if (sheet.good && type !== 'free') return paidFor(paper, { type, price, amount: price });
  paper.failed += 1;
  const days = [1, 3, 5][sheet.retries];
  if (days === undefined) paper.open = null;
  else
    Object.assign(sheet, {
      state: 'past_due',
      retries: sheet.retries + 1,
      attempt: Math.max(sheet.end + days * day, paper.now + day),
    });
}

function announce(paper: Paper, sheet: Sheet): void {
  if (sheet.noticed === sheet.end) return;
  sheet.noticed = sheet.end;
  paper.announced += 1;
}

/** Whether a payment is due. */
function isDue({ state, attempt, type, end }: Sheet, now: number): boolean {
  if (state === 'past_due') return attempt !== null && attempt <= now;
  return state === 'active' && type !== 'free' && end <= now + hour;
}

/** What the job does: announces renewals within three days, renews, retries and ends. */
export function tick(paper: Paper): void {
  const { open: sheet, now } = paper;
  if (!sheet) return;
  if (sheet.state === 'active' && sheet.end > now && sheet.end <= now + 3 * day) announce(paper, sheet);
  if (isOver(sheet, now)) paper.open = null;
  else if (isDue(sheet, now)) renew(paper, sheet);
}
