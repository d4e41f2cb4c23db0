import type { Tokens } from '#lib/units.ts';
import { useState } from 'react';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { PublicSettings } from '#contract/base/site.ts';
import { formatAmount, formatMoney, formatNumber, formatTokens, parseAmount } from '#lib/format.ts';
import { problemCode } from '#lib/problem.ts';
import { listTokenPackages, topUpWallet } from '#services/money/payments.ts';
import type { CouponTarget } from '#services/money/wallet.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { useFreshSettings } from '#components/money/payments/use-fresh-settings.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { FormFieldsContext, useNewFormFields } from '#ui/forms/form-fields.ts';
import { TextInput } from '#ui/forms/text-input.tsx';
import { CouponField, useCoupon } from '../payments/coupon-field.tsx';
import { PayByCard } from '../payments/pay-by-card.tsx';
import { useExpectedPrice } from '../payments/use-expected-price.ts';
import { amountError, toTokens, topUpBounds, topUpStart } from './top-up-amount.ts';
import styles from '../payments/payment.module.css';

type TokenPackage = ReplyOf<'GET /package/token/search'>['data'][number];

/** A package, or an amount as typed. */
type Choice = { readonly packageId: string } | { readonly typed: string };

export interface TopUpFormProps {
  /** Tokens missing for a purchase; sets the initial amount. */
  readonly missing?: number;
  /** Called when the tokens have been added, with the new balance from the ledger. */
  readonly onDone: (topUp: { tokens: Tokens; balance: Tokens }) => void;
}

function Package({
  pack,
  chosen,
  onChoose,
  currency,
}: {
  pack: TokenPackage;
  chosen: boolean;
  onChoose: () => void;
  currency: string;
}) {
  return (
    <label className={styles.package}>
      <input type="radio" name="package" checked={chosen} onChange={onChoose} />
      <span className={styles.packageTokens}>{formatTokens(pack.tokens)}</span>
      <span className={styles.packagePrice}>{formatMoney(pack.price, currency)}</span>
      {pack.bonus > 0 ? <span className={styles.bonus}>+{formatNumber(pack.bonus)} free</span> : null}
    </label>
  );
}

interface ChoiceProps {
  readonly packages: readonly TokenPackage[];
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
  readonly error: string | null;
}

/** Packages as cards, and a field for another amount with its limits. */
function AmountChoice({ packages, choice, onChoose, error }: ChoiceProps) {
  const settings = useAppSelector(selectSettings);
  const bounds = topUpBounds(settings);
  const typed = 'typed' in choice ? choice.typed : '';
  const cents = parseAmount(typed);
  const worth = cents === null ? '' : ` = ${formatTokens(toTokens(cents, settings.tokenRate))}`;
  return (
    <>
      {packages.length > 0 ? (
        <fieldset className={styles.packagesBox}>
          <legend className={styles.legend}>Choose a package</legend>
          <div className={styles.packages}>
            {packages.map((pack) => (
              <Package
                key={pack._id}
                pack={pack}
                currency={settings.currency}
                chosen={'packageId' in choice && choice.packageId === pack._id}
                onChoose={() => onChoose({ packageId: pack._id })}
              />
            ))}
          </div>
        </fieldset>
      ) : null}
      <TextInput
        label={packages.length > 0 ? 'Or enter an amount' : 'Amount'}
        prefix={settings.currency}
        suffix={worth || undefined}
        inputMode="decimal"
        autoComplete="off"
        hint={`Between ${formatMoney(bounds.min, settings.currency)} and ${formatMoney(bounds.max, settings.currency)}`}
        error={error}
        value={typed}
        onChange={(event) => onChoose({ typed: event.target.value })}
      />
    </>
  );
}

/** What the coupon applies to; null while the amount is invalid. */
function couponTarget(choice: Choice, settings: PublicSettings): CouponTarget | null {
  if ('packageId' in choice) return { packageId: choice.packageId };
  return amountError(choice.typed, settings) === null ? { amount: parseAmount(choice.typed) ?? 0 } : null;
}

/** What an amount is checked against and converted with. */
const limitsOfTopUps = ['currency', 'tokenRate', 'minimumWalletPrice', 'maximumWalletPrice'] as const;

/** The selected package or amount, its error, and its price with the coupon. */
function useTopUpChoice(missing: number | undefined, all: readonly TokenPackage[]) {
  useFreshSettings(limitsOfTopUps);
  const settings = useAppSelector(selectSettings);
  const [choice, setChoice] = useState<Choice>({ typed: formatAmount(topUpStart(settings, missing)) });
  const [error, setError] = useState<string | null>(null);
  const packages = all.filter((pack) => pack.tokens + pack.bonus >= (missing ?? 0));
  const cents =
    'typed' in choice
      ? (parseAmount(choice.typed) ?? 0)
      : (packages.find((pack) => pack._id === choice.packageId)?.price ?? 0);
  const coupon = useCoupon(couponTarget(choice, settings));
  const choose = (next: Choice) => {
    setChoice(next);
    setError(null);
  };
  const refuse = () => {
    const found = 'typed' in choice ? amountError(choice.typed, settings) : null;
    setError(found);
    return found ?? coupon.refuse();
  };
  const { amount, learn } = useExpectedPrice(coupon.after(cents));
  return {
    choice,
    choose,
    error,
    refuse,
    packages,
    cents,
    coupon,
    amount,
    learn,
    price: formatMoney(amount, settings.currency),
  };
}

/** Buys tokens by card: a package, or any amount within the site's limits. */
export function TopUpForm({ missing, onDone }: TopUpFormProps) {
  const { data, isLoading } = useRead(listTokenPackages);
  const fields = useNewFormFields();
  const [topUp] = useWrite(topUpWallet);
  const { choice, choose, error, refuse, packages, cents, coupon, amount, learn, price } = useTopUpChoice(
    missing,
    data?.data ?? [],
  );
  if (isLoading)
    return (
      <Skeleton label="Loading packages">
        <div className={styles.card}>
          <SkeletonBlock height={84} />
          <SkeletonBlock height={44} />
        </div>
      </Skeleton>
    );
  return (
    <FormFieldsContext value={fields}>
      <div className={styles.through}>
        <AmountChoice packages={packages} choice={choice} onChoose={choose} error={error} />
        <PayByCard
          amount={amount}
          label={cents > 0 ? `Pay ${price}` : 'Pay'}
          what={`${price} for tokens`}
          subject={`top-up/${'typed' in choice ? cents : choice.packageId}/${coupon.code ?? ''}/${amount}`}
          refuse={refuse}
          pay={async ({ cardId, key, challengeAnswer }) => {
            const bought = 'typed' in choice ? { amount: cents } : { packageId: choice.packageId };
            try {
              onDone(
                await topUp({
                  key,
                  body: {
                    ...bought,
                    cardId,
                    couponCode: coupon.code,
                    expectedPrice: amount,
                    challengeAnswer,
                  },
                }).unwrap(),
              );
            } catch (problem) {
              learn(problem);
              if (problemCode(problem) === 'price_changed') coupon.again();
              throw problem;
            }
          }}
          onPaid={() => undefined}
        >
          <CouponField coupon={coupon} />
        </PayByCard>
      </div>
    </FormFieldsContext>
  );
}
