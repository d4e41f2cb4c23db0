import { routes } from '#config/routes.ts';
import type { LimitedAct, NewAccountLimits } from '#contract/people/accounts.ts';
import { exactTime } from '#lib/format-time.ts';
import { againText, endText, limitText } from '#lib/new-account-limit-text.ts';
import { getNewAccountLimits } from '#services/people/accounts.ts';
import { useRead } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { Link } from '#ui/content/link.tsx';
import { useNow } from '#ui/content/relative-time.tsx';
import styles from './new-account-line.module.css';

/** How the limits of a new account end, and where to do something about it. */
export function LimitsEnd({
  limits: { endsAt, needsEmail },
  link = true,
}: {
  readonly limits: NewAccountLimits;
  /** Off on the account page itself. */
  readonly link?: boolean;
}) {
  const isPerformer = useAppSelector(selectCurrentUser)?.isPerformer;
  return (
    <>
      {endText({ needsEmail, end: endsAt && `on ${exactTime(endsAt)}` })}
      {needsEmail && link ? (
        <>
          {' '}
          <Link href={`${isPerformer ? routes.creatorAccount : routes.userAccount}?tab=security`}>
            Open your account page
          </Link>
        </>
      ) : null}
    </>
  );
}

/** `You have 2 left.`, or when the next one is possible. */
export function leftText({ what, left, resetsAt }: NewAccountLimits['limits'][number], now: number): string {
  if (left > 0 || resetsAt === null) return `You have ${left} left.`;
  return againText(what, Math.max(1, Math.ceil((new Date(resetsAt).getTime() - now) / 1_000)));
}

/** For people whose account is new: where they write, how often they still can, once that is only a few times. */
export function NewAccountLine({ what }: { readonly what: LimitedAct }) {
  const { currentData } = useRead(getNewAccountLimits);
  const now = useNow();
  const limit = currentData?.limits.find((one) => one.what === what);
  if (!currentData || !limit?.isLow) return null;
  const { endsAt, needsEmail } = currentData;
  return (
    <p className={styles.line}>
      {limitText({ ...limit, needsEmail, isOld: endsAt === null })} {leftText(limit, now)}{' '}
      <LimitsEnd limits={currentData} />
    </p>
  );
}
