import type { Cents } from '#lib/units.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { CouponEffect } from '#contract/wallet.ts';
import { formatMoney } from '#lib/format.ts';
import { formatDay } from '#lib/format-time.ts';
import { problemMessage } from '#lib/problem.ts';
import { type CouponTarget, useGetCouponEffectQuery } from '#state/api/wallet.ts';
import { Button } from '#ui/content/button.tsx';
import { useRate } from '#ui/content/money.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import styles from './payment.module.css';

export interface Coupon {
  /** What it does to what is chosen; while something else is looked at, what was known before. */
  readonly shown: CouponEffect | null;
  /** It is being looked at: what would be paid isn't known. */
  readonly isPending: boolean;
  /** Why it can't be used. */
  readonly problem: string | null;
  /** Asks anew, after the server has refused it. */
  readonly again: () => void;
  readonly give: (code: string | null) => void;
  /** What is sent with the payment; undefined without one, and where it can't be used. */
  readonly code: string | undefined;
  /** What is left to pay of a price, cents. */
  readonly after: (price: Cents) => Cents;
  /** For `PayByCard`: nobody pays while the price isn't known. */
  readonly refuse: () => string | null;
}

/** How long typing an amount rests before it is asked about, milliseconds. */
const rest = 300;

/** What it was a moment ago, until it has held still. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), rest);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** Skipped while there is nothing to ask: no code was given, or nothing is chosen. */
function useAsked(code: string | null, about: CouponTarget | null) {
  const skip = code === null || about === null;
  const { data, currentData, error, isFetching, refetch } = useGetCouponEffectQuery(
    skip ? skipToken : { code, target: about },
  );
  return {
    earlier: data?.code === code ? data : undefined,
    found: error ? undefined : currentData,
    problem: !skip && error ? problemMessage(error) : null,
    isFetching,
    again: () => (skip ? undefined : void refetch()),
  };
}

/** What the server says of a code and a target; an answer to an older question counts as under way. */
function useEffectOf(code: string | null, target: CouponTarget | null) {
  const now = JSON.stringify(target);
  const rested = useRested(now);
  const { earlier, found, problem, isFetching, again } = useAsked(
    code,
    JSON.parse(rested) as CouponTarget | null,
  );
  const isPending = code !== null && (isFetching || now !== rested);
  return isPending
    ? { isPending, again, shown: earlier, effect: undefined, problem: null }
    : { isPending, again, shown: found, effect: found, problem };
}

/**
 * A coupon beside a payment: what it does is asked anew whenever something else is chosen. `target` null:
 * nothing is chosen yet.
 */
export function useCoupon(target: CouponTarget | null): Coupon {
  const [given, give] = useState<string | null>(null);
  const { effect, shown = null, isPending, problem, again } = useEffectOf(given, target);
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

/** What it is, and until when: "10% off, until Nov 30, 2026". */
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

/** It was just asked for: one types at once. */
const focusAtOnce = (input: HTMLInputElement | null) => input?.focus();

/**
 * Takes a code and shows what it does before anything is paid. Stands inside the form that pays: Enter gives
 * the code, and pays nothing.
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
    if (event.key !== 'Enter') return;
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
