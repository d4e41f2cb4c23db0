import ExternalLink from 'lucide-react/icons/external-link';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { deskRoutes } from '#config/desk-routes.ts';
import { routes } from '#config/routes.ts';
import type { Desk } from '#contract/across/operator/desk.ts';
import { deskSections } from '#features/across/operator/sections.ts';
import { problemCode, problemMessage } from '#lib/problem.ts';
import { getDesk } from '#services/across/operator/desk.ts';
import { useRead } from '#state/query/hooks.ts';
import { useAppDispatch } from '#state/hooks.ts';
import { sessionCheckRequested } from '#state/session/auth.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Link } from '#ui/content/link.tsx';
import { Skeleton, SkeletonBlock, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { ErrorState, NotAllowed } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { useChosenInView } from '#ui/hooks/use-chosen-in-view.ts';
import { useSession } from '../access/session.ts';
import { NotFoundView } from '../pages/message-pages.tsx';
import { Brand } from './brand.tsx';
import { SkipLink } from './skip-link.tsx';
import { isCurrent } from './tabs.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import { BlankFrame } from './visitor-frame.tsx';
import styles from './operator-frame.module.css';

/** How often the counts are refreshed. */
const refreshMs = 60_000;

/** The overview's path begins those of all others, so it is current on its own page only. */
const isSection = (href: string, path: string): boolean =>
  href === deskRoutes.overview ? path.split(/[?#]/)[0] === href : isCurrent(href, path, deskSections);

function Navigation({ path, desk }: { path: string; desk: Desk | undefined }) {
  const countQueue = (name: string | undefined) =>
    desk?.queues.find((queue) => queue.name === name)?.count ?? 0;
  const list = useChosenInView<HTMLUListElement>();
  return (
    <nav aria-label="Desk" className={styles.nav}>
      <ul ref={list}>
        {deskSections.map(({ label, href, icon: Icon, queue }) => (
          <li key={href}>
            <Link
              href={href}
              className={styles.link}
              aria-current={isSection(href, path) ? 'page' : undefined}
            >
              <Icon size={18} />
              <span className={styles.word}>{label}</span>
              {countQueue(queue) > 0 ? <span className={styles.count}>{countQueue(queue)}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const PageSkeleton = () => (
  <Skeleton>
    <Stack gap={24}>
      <SkeletonBlock width="40%" height={32} />
      <SkeletonText lines={4} />
    </Stack>
  </Skeleton>
);

/** What an operator without a second factor sees instead of the desk. */
const FactorNeeded = () => (
  <BlankFrame>
    <PageHead title="Two-factor authentication needed" unlisted />
    <NotAllowed
      level={1}
      title="Turn on two-factor authentication"
      text="The operator’s desk opens once your account is protected by an authenticator app. Set it up under “Two-factor authentication” in your account, then come back."
      action={
        <ButtonLink variant="primary" href={routes.userAccount}>
          Go to your account
        </ButtonLink>
      }
    />
  </BlankFrame>
);

/** To everyone who isn't an operator, the desk doesn't exist. Unless their session has ended: then they log in. */
function Missing() {
  const dispatch = useAppDispatch();
  const check = useEffectEvent(() => dispatch(sessionCheckRequested({ from: 'page' })));
  useEffect(() => void check(), []);
  return (
    <BlankFrame>
      <NotFoundView />
    </BlankFrame>
  );
}

export interface OperatorFrameProps {
  /** The current path. */
  readonly path: string;
  readonly children: ReactNode;
}

/** The frame of the operator's desk: navigation by queue on the left, in a row above the page on phones. */
export function OperatorFrame({ path, children }: OperatorFrameProps) {
  const { user } = useSession();
  const { data, error, refetch, isFetching } = useRead(getDesk, user ? {} : null, {
    pollingInterval: refreshMs,
  });
  if (!data && problemCode(error) === 'second_factor_required_for_desk') return <FactorNeeded />;
  if (!data && problemCode(error) === 'not_found') return <Missing />;
  return (
    <>
      <SkipLink />
      <header className={styles.top}>
        <Brand href={deskRoutes.overview} />
        <span className={styles.badge}>Operator</span>
        <span className={styles.end}>
          <Link href={routes.home} className={styles.back}>
            <ExternalLink size={16} />
            <span>Back to the site</span>
          </Link>
          <ThemeSwitch />
        </span>
      </header>
      <div className={styles.frame}>
        <Navigation path={path} desk={data} />
        <main id="content" tabIndex={-1} className={styles.main}>
          {data?.takesNoMoney ? (
            <Notice tone="danger" title="No real money is taken" className={styles.money}>
              Payments go through the sandbox: test cards work, and payouts are refused. Set Stripe’s keys and
              restart.
            </Notice>
          ) : null}
          {/* Before it is known that they may, nothing of the page asks the server for anything. */}
          {data ? (
            children
          ) : error ? (
            <ErrorState
              level={1}
              text={problemMessage(error)}
              onRetry={() => void refetch()}
              busy={isFetching}
            />
          ) : (
            <PageSkeleton />
          )}
        </main>
      </div>
    </>
  );
}
