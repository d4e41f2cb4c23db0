import { routes } from '#config/routes.ts';
import type { AgreedPage } from '#contract/people/auth/consents.ts';
import { LoadedView, type LoadedViewProps } from '#components/base/lists/loaded-view.tsx';
import { problemCode, problemMessage } from '#lib/problem.ts';
import { acceptPages, listAgreedPages } from '#services/people/auth/consents.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { logoutRequested, selectAuthUser } from '#state/session/auth.ts';
import { currentUserChanged } from '#state/session/user.ts';
import { Button } from '#ui/content/button.tsx';
import { Link } from '#ui/content/link.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { ErrorBox } from '#ui/forms/error-box.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { mapVersions, pageNames } from './agreed-pages.tsx';

/**
 * Pages that work without accepting: those where people leave with their data and money, and settle what has to
 * be settled before.
 */
const openPages: readonly string[] = [
  routes.userAccount,
  routes.creatorAccount,
  routes.decisions,
  '/user/receipts',
  routes.orders,
  routes.bids,
  routes.privateStreams,
  routes.creatorOrders,
  routes.creatorAuctions,
  routes.creatorLive,
  routes.creatorPrivateStreams,
  routes.creatorPayouts,
];
const isOpen = (path: string): boolean => {
  const here = path.split(/[?#]/)[0] ?? '';
  return openPages.some((open) => here === open || here.startsWith(`${open}/`));
};

const formatTitle = (pages: readonly AgreedPage[]): string =>
  `Our ${pages.map(({ kind }) => pageNames[kind]).join(' and ')} ${
    pages.length === 1 && pages[0]?.kind === 'privacy' ? 'has' : 'have'
  } changed`;

type Request = LoadedViewProps<{ readonly data: readonly AgreedPage[] }>['request'];

const pickDue = ({ currentData }: Request) => (currentData?.data ?? []).filter(({ isDue }) => isDue);

function Changed({ pages }: { pages: readonly AgreedPage[] }) {
  return pages.map(({ kind, changes }) => (
    <section key={kind} aria-label={pageNames[kind]}>
      <p>{changes}</p>
      <p>
        <Link href={routes.sitePost(kind)}>Read the {pageNames[kind]}</Link>
      </p>
    </section>
  ));
}

function Question({ request }: { request: Request }) {
  const dispatch = useAppDispatch();
  const isPerformer = useAppSelector((state) => selectAuthUser(state)?.isPerformer ?? false);
  const [accept, { isLoading, error }] = useWrite(acceptPages);
  const due = pickDue(request);
  const send = async () => {
    const answer = await accept({ body: mapVersions(due) });
    if (!answer.error) dispatch(currentUserChanged({ consentDue: false }));
    else if (problemCode(answer.error) === 'version_changed') void request.refetch();
  };
  return (
    <Stack>
      <LoadedView
        level={3}
        request={request}
        skeleton={
          <Skeleton label="Loading">
            <SkeletonBlock height={72} />
          </Skeleton>
        }
      >
        {() => <Changed pages={due} />}
      </LoadedView>
      <p>
        Don’t want to accept? You can still download your data, and deactivate or delete your account, in{' '}
        <Link href={`${isPerformer ? routes.creatorAccount : routes.userAccount}?tab=security`}>
          your account settings
        </Link>
        .
      </p>
      {error ? <ErrorBox problem={error}>{problemMessage(error)}</ErrorBox> : null}
      <Row justify="end">
        <Button onClick={() => void dispatch(logoutRequested())} disabled={isLoading}>
          Log out
        </Button>
        <Button
          variant="primary"
          onClick={() => void send()}
          busy={isLoading}
          disabled={due.length === 0 || request.isFetching}
        >
          Accept
        </Button>
      </Row>
    </Stack>
  );
}

/**
 * Asks to accept new terms or a new privacy policy, once per version. There is no closing it, but there is reading,
 * logging out, and leaving with one’s data.
 */
export function ConsentDialog({ path }: { path: string }) {
  const request = useRead(listAgreedPages);
  const due = pickDue(request);
  const isAnswered = request.currentData !== undefined && due.length === 0;
  if (isOpen(path) || isAnswered) return null;
  return (
    <Dialog open title={due.length > 0 ? formatTitle(due) : 'Our terms have changed'}>
      <Question request={request} />
    </Dialog>
  );
}
