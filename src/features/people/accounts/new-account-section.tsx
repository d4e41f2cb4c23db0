import { LimitsEnd, leftText } from '#components/people/accounts/new-account-line.tsx';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { limitText } from '#lib/new-account-limit-text.ts';
import { getNewAccountLimits } from '#services/people/accounts.ts';
import { useRead } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { useNow } from '#ui/content/relative-time.tsx';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import styles from './account.module.css';

function Limits() {
  const request = useRead(getNewAccountLimits);
  const now = useNow();
  const skeleton = (
    <Skeleton>
      <SkeletonText lines={3} />
    </Skeleton>
  );
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {(found) =>
        found.isNew ? (
          <Stack gap={12}>
            <ul className={styles.limits}>
              {found.limits.map((limit) => (
                <li key={limit.what}>
                  {limitText({ ...limit, needsEmail: found.needsEmail, isOld: found.endsAt === null })}{' '}
                  {leftText(limit, now)}
                </li>
              ))}
            </ul>
            <p className={styles.quiet}>
              <LimitsEnd limits={found} link={false} />
            </p>
          </Stack>
        ) : (
          <p className={styles.quiet}>Your account no longer has these limits.</p>
        )
      }
    </LoadedView>
  );
}

/** For new accounts: what they can do only so often, and until when. */
export const NewAccountSection = () =>
  useAppSelector(selectCurrentUser)?.isNewAccount ? (
    <SectionCard
      title="Limits of new accounts"
      text="They help prevent spam and don’t apply to verified creators."
    >
      <Limits />
    </SectionCard>
  ) : null;
