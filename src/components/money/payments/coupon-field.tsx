import { isComposing } from '#ui/forms/composing.ts';
import type { Cents } from '#lib/units.ts';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { CouponEffect } from '#contract/trade/promotions.ts';
import { formatMoney } from '#lib/format.ts';
import { formatDay } from '#lib/format-time.ts';
import { problemMessage } from '#lib/problem.ts';
import { type CouponTarget, getCouponEffect } from '#services/money/wallet.ts';
import { useRead } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { useRate } from '#ui/content/money.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { useSettled } from '#ui/hooks/use-settled.ts';
import styles from './payment.module.css';

export interface Coupon {
  /** The discount for the current target. While a new one loads, the previous one. */
  readonly shown: CouponEffect | null;
  /** The effect is loading, so the price isn't known yet. */
  readonly isPending: boolean;
  /** Why the coupon can't be used. */
  readonly problem: string | null;
  /** Reloads the effect after the server has rejected the coupon. */
  readonly again: () => void;
  readonly give: (code: string | null) => void;
  /** The code to send with the payment; undefined without a valid coupon. */
  readonly code: string | undefined;
  /** A price in cents after the discount. */
  readonly after: (price: Cents) => Cents;
  /** For `PayByCard`: blocks payment while the price isn't known. */
  readonly refuse: () => string | null;
}

/** The query is skipped without a code or target. */
function useCouponCheck(code: string | null, about: CouponTarget | null) {
  const skip = code === null || about === null;
  const { data, currentData, error, isFetching, refetch } = useRead(
    getCouponEffect,
    skip ? null : { params: { code }, body: { target: about } },
  );
  return {
    earlier: data?.code === code ? data : undefined,
    found: error ? undefined : currentData,
    problem: !skip && error ? problemMessage(error) : null,
    isFetching,
    again: () => (skip ? undefined : void refetch()),
  };
}

/** The effect of a code on a target. A response for an earlier target counts as pending. */
function useCouponEffect(code: string | null, target: CouponTarget | null) {
  const now = JSON.stringify(target);
  const rested = useSettled(now);
  const { earlier, found, problem, isFetching, again } = useCouponCheck(
    code,
    JSON.parse(rested) as CouponTarget | null,
  );
  const isPending = code !== null && (isFetching || now !== rested);
  return isPending
    ? { isPending, again, shown: earlier, effect: undefined, problem: null }
    : { isPending, again, shown: found, effect: found, problem };
}

/**
 * A coupon for a payment. Its effect is reloaded whenever the target changes; a null `target` means nothing
 * is selected yet.
 */
export function useCoupon(target: CouponTarget | null): Coupon {
  const [given, give] = useState<string | null>(null);
  const { effect, shown = null, isPending, problem, again } = useCouponEffect(given, target);
  return {
    give,
    again,
    isPending,
    problem,
    shown,
    code: effect?.code,
    after: (price) => effect?.after ?? price,
    refuse: () => (isPending ? 'Checking your coupon. Try again in a moment.' : null),
  };
}

/** "10% off, until Nov 30, 2026". */
function whatIs({ kind, value, endsAt }: CouponEffect, currency: string): string {
  const what = kind === 'percent' ? `${value}% off` : `${formatMoney(value, currency)} off`;
  return endsAt ? `${what}, until ${formatDay(endsAt)}` : what;
}

function Effect({
  effect,
  isPending,
  onRemove,
}: {
  effect: CouponEffect;
  isPending: boolean;
  onRemove: () => void;
}) {
  const { currency } = useRate();
  return (
    <div className={styles.sum} role="status" aria-busy={isPending}>
      <dl className={styles.lines}>
        <div className={styles.line}>
          <dt>Price</dt>
          <dd>{formatMoney(effect.before, currency)}</dd>
        </div>
        <div className={styles.line}>
          <dt>
            {effect.code}: {whatIs(effect, currency)}
          </dt>
          <dd>−{formatMoney(effect.off, currency)}</dd>
        </div>
        <div className={styles.line}>
          <dt>You pay</dt>
          <dd>{formatMoney(effect.after, currency)}</dd>
        </div>
      </dl>
      <div>
        <Button variant="quiet" onClick={onRemove}>
          Remove coupon
        </Button>
      </div>
    </div>
  );
}

/** The user has just opened the field, which would else be partly behind the button that stays in view. */
function focusAtOnce(input: HTMLInputElement | null): void {
  input?.focus({ preventScroll: true });
  input?.scrollIntoView({ block: 'center' });
}

/**
 * Applies a coupon and shows its effect before payment. Used inside the payment form, so Enter applies the
 * code instead of submitting.
 */
export function CouponField({ coupon }: { coupon: Coupon }) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const give = () => coupon.give(typed.trim() === '' ? null : typed.trim().toUpperCase());
  const remove = () => {
    coupon.give(null);
    setTyped('');
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event)) return;
    event.preventDefault();
    give();
  };
  if (coupon.shown) return <Effect effect={coupon.shown} isPending={coupon.isPending} onRemove={remove} />;
  if (!isOpen)
    return (
      <div>
        <Button variant="quiet" onClick={() => setOpen(true)}>
          Add coupon
        </Button>
      </div>
    );
  return (
    <TextInput
      label="Coupon"
      ref={focusAtOnce}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      value={typed}
      error={coupon.problem}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={press}
      suffix={
        <Button variant="quiet" busy={coupon.isPending} onClick={give}>
          Apply
        </Button>
      }
    />
  );
}
