import Gift from 'lucide-react/icons/gift';
import { routes } from '#config/routes.ts';
import type { OfferedGift } from '#contract/trade/gifts.ts';
import { formatDay } from '#lib/format-time.ts';
import { plural } from '#lib/format.ts';
import { loginFirst } from '#components/people/auth/login-first.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { RefusalNotice } from '#components/base/lists/refusal-notice.tsx';
import { getOfferedGift, redeemGift } from '#services/trade/gifts.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';

/** Why the gift can't be redeemed; null if it can. */
const explainRefusal = ({ state, isMine, isOwn, performer }: OfferedGift): string | null => {
  if (isMine) return `You redeemed this gift. Enjoy ${performer.name}!`;
  if (state === 'redeemed') return 'Someone has already redeemed this gift.';
  if (state === 'refunded') return 'This gift is no longer valid. The payment was returned to the buyer.';
  return isOwn ? 'This is a gift of your own subscription. Anyone with the link can redeem it.' : null;
};

function Redeem({ gift }: { gift: OfferedGift }) {
  const [redeem, { isLoading, error }] = useWrite(redeemGift);
  const { performer, code } = gift;
  const refusal = explainRefusal(gift);
  const profile = (
    <ButtonLink href={routes.profile(performer.username)}>See {performer.name}’s profile</ButtonLink>
  );
  if (refusal)
    return (
      <Stack>
        <Notice>{refusal}</Notice>
        <Row>{profile}</Row>
      </Stack>
    );
  const take = async () => {
    if (!loginFirst({ why: `redeem your gift: ${plural(gift.months, 'month')} of ${performer.name}` }))
      return;
    const { data } = await redeem({ params: { code } });
    if (data) toast.success(`You have access until ${formatDay(data.periodEnd ?? '')}.`);
  };
  return (
    <Stack>
      <p>
        {gift.subscribedUntil
          ? `You’re subscribed until ${formatDay(gift.subscribedUntil)}. The gift is added after that.`
          : 'You get everything in the subscription. It ends automatically: no card needed, nothing to cancel.'}{' '}
        Redeem it by {formatDay(gift.expiresAt)}.
      </p>
      {error ? <RefusalNotice problem={error} /> : null}
      <Row>
        <Button variant="primary" large busy={isLoading} onClick={() => void take()}>
          Redeem gift
        </Button>
        {profile}
      </Row>
    </Stack>
  );
}

const skeleton = (
  <Skeleton label="Loading the gift">
    <Stack gap={24}>
      <SkeletonText lines={2} />
      <SkeletonBlock height={220} width="100%" />
    </Stack>
  </Skeleton>
);

/** `/gifts/[code]`: what a gift link gives, for everyone who has it. */
export function GiftView() {
  const code = useRouteParam('code');
  const request = useRead(getOfferedGift, code === '' ? null : { params: { code } });
  return (
    <>
      <PageHead title="A gift for you" unlisted />
      <LoadedView
        request={request}
        skeleton={skeleton}
        notFound={<NotFound title="Gift not found" text="Make sure you copied the whole link." />}
      >
        {(gift) => (
          <Stack gap={24}>
            <PageHeader
              title={`${plural(gift.months, 'month')} of ${gift.performer.name}`}
              text={`A gift from ${gift.giver}.`}
            />
            <Card as="section" aria-label="Your gift">
              <Stack>
                <Row wrap={false}>
                  <Avatar src={gift.performer.avatar} size={64} />
                  <Gift size={24} aria-hidden="true" />
                </Row>
                {gift.message ? <p>“{gift.message}”</p> : null}
                <Redeem gift={gift} />
              </Stack>
            </Card>
          </Stack>
        )}
      </LoadedView>
    </>
  );
}
