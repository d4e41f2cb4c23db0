/*
 * The separate bookkeeping of the simulated year: plain sums by the rules of the product page, without any of
 * the program's code. A token is worth 5 cents, the site keeps 20% (half a cent rounded up), referrers get 5%
 * of that, and earnings are on hold for seven days.
 */
export interface Sale {
  readonly id: string;
  readonly fan: string;
  readonly creator: string;
  readonly tokens: number;
  readonly gross: number;
  readonly day: number;
  undone: boolean;
}
export interface Invitation {
  readonly referrer: string;
  readonly referred: string;
  readonly isCreator: boolean;
  readonly lastDay: number;
  commission: number;
  due: number;
  paid: number;
}
export interface Month {
  sales: number;
  refunds: number;
  referrals: number;
  payouts: number;
}

const keptOf = (gross: number): number => Math.floor(gross / 5 + 0.5);
export const cents = (tokens: number): number => tokens * 5;

/** A sum per key; 0 by default. */
class Totals<Key> {
  readonly #sums = new Map<Key, number>();
  add(key: Key, amount: number): void {
    this.#sums.set(key, this.of(key) + amount);
  }
  of(key: Key): number {
    return this.#sums.get(key) ?? 0;
  }
  entries(): [Key, number][] {
    return [...this.#sums].filter(([, sum]) => sum !== 0);
  }
  total(): number {
    return [...this.#sums.values()].reduce((sum, one) => sum + one, 0);
  }
}

export class Tally {
  /** Tokens by fan. */
  readonly wallet = new Totals<string>();
  /** Cents paid by card per fan, minus refunds. */
  readonly cards = new Totals<string>();
  /** Cents by `fan creator`. */
  readonly between = new Totals<string>();
  /** Cents of a creator's earnings, and of completed payouts. */
  readonly earnings = new Totals<string>();
  readonly paidOut = new Totals<string>();
  readonly months = new Map<string, Month>();
  readonly sales: Sale[] = [];
  readonly invitations: Invitation[] = [];
  /** Discounts from coupons, in cents. */
  discounts = 0;
  commission = 0;
  readonly #referralDays: { readonly creator: string; readonly day: number; readonly cents: number }[] = [];

  /** Totals by `creator 2026-03`. */
  month(creator: string, month: string): Month {
    const key = `${creator} ${month}`;
    const known = this.months.get(key) ?? { sales: 0, refunds: 0, referrals: 0, payouts: 0 };
    this.months.set(key, known);
    return known;
  }

  topUp(fan: string, { amount, discount }: { amount: number; discount: number }): number {
    const tokens = Math.floor(amount / 5);
    this.wallet.add(fan, tokens);
    this.cards.add(fan, amount - discount);
    this.discounts += discount;
    return tokens;
  }

  /** Records a sale, for tokens or for `card` cents paid by card. */
  sell(sale: Omit<Sale, 'undone' | 'gross'> & { readonly card?: number }, month: string): void {
    const gross = sale.card ?? cents(sale.tokens);
    this.sales.push({
      id: sale.id,
      fan: sale.fan,
      creator: sale.creator,
      tokens: sale.tokens,
      day: sale.day,
      gross,
      undone: false,
    });
    this.wallet.add(sale.fan, -sale.tokens);
    if (sale.card !== undefined) this.cards.add(sale.fan, sale.card);
    this.#move(sale, { gross, month, part: 'sales', saleDay: sale.day });
  }

  undo(sale: Sale, month: string): void {
    sale.undone = true;
    this.wallet.add(sale.fan, sale.tokens);
    if (sale.tokens === 0) this.cards.add(sale.fan, -sale.gross);
    this.#move(sale, { gross: -sale.gross, month, part: 'refunds', saleDay: sale.day });
  }

  #move(
    { fan, creator }: Pick<Sale, 'fan' | 'creator'>,
    {
      gross,
      month,
      part,
      saleDay,
    }: { gross: number; month: string; part: 'sales' | 'refunds'; saleDay: number },
  ): void {
    const kept = Math.sign(gross) * keptOf(Math.abs(gross));
    this.between.add(`${fan} ${creator}`, gross);
    this.earnings.add(creator, gross - kept);
    this.month(creator, month)[part] += gross - kept;
    this.commission += kept;
    for (const invitation of this.invitations) {
      if ((invitation.referred === fan || invitation.referred === creator) && saleDay < invitation.lastDay)
        invitation.commission += kept;
    }
  }

  /**
   * Credits referrers at the end of a day: creators in cents, fans in whole tokens. Reversed amounts are
   * deducted.
   */
  share(day: number, month: string): void {
    for (const invitation of this.invitations) {
      const before = invitation.due;
      invitation.due = Math.floor(invitation.commission / 20);
      if (invitation.isCreator) this.#shareCreator(invitation, { day, month });
      else this.#shareFan(invitation, before);
    }
  }
  #shareCreator(invitation: Invitation, { day, month }: { day: number; month: string }): void {
    const amount = invitation.due - invitation.paid;
    if (amount === 0) return;
    invitation.paid = invitation.due;
    this.commission -= amount;
    this.earnings.add(invitation.referrer, amount);
    this.month(invitation.referrer, month).referrals += amount;
    if (amount > 0) this.#referralDays.push({ creator: invitation.referrer, day, cents: amount });
  }
  #shareFan(invitation: Invitation, before: number): void {
    const owed = invitation.due - invitation.paid;
    const back = Math.min(Math.ceil(-owed / 5), this.wallet.of(invitation.referrer));
    const tokens = owed > 0 ? Math.floor(owed / 5) : invitation.due < before ? -Math.max(0, back) : 0;
    invitation.paid += cents(tokens);
    this.commission -= cents(tokens);
    this.wallet.add(invitation.referrer, tokens);
  }

  /** What can be paid out on a day: everything except earnings of the last seven days. */
  available(creator: string, day: number): number {
    const held = this.sales
      .filter((sale) => sale.creator === creator && !sale.undone && sale.day > day - 7)
      .reduce((sum, { gross }) => sum + gross - keptOf(gross), 0);
    const shares = this.#referralDays
      .filter((share) => share.creator === creator && share.day > day - 7)
      .reduce((sum, share) => sum + share.cents, 0);
    return this.earnings.of(creator) - held - shares;
  }

  payOut(creator: string, amount: number, month: string): void {
    this.earnings.add(creator, -amount);
    this.paidOut.add(creator, amount);
    this.month(creator, month).payouts -= amount;
  }
}
