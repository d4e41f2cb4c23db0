import { Link } from '#ui/content/link.tsx';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Order } from '#contract/trade/orders.ts';
import { formatNumber, formatTokens } from '#lib/format.ts';
import { exactTime, formatDay, relativeTime } from '#lib/format-time.ts';
import { trackingLink } from '#lib/tracking-link.ts';
import { AddressLines } from '#components/trade/shop/address-lines.tsx';
import { Downloads } from '#components/trade/shop/downloads.tsx';
import { ProblemPhotos } from '#components/trade/shop/problem-photos.tsx';
import { Person } from '#components/people/accounts/person.tsx';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Tokens } from '#ui/content/money.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Picture } from '#ui/content/picture.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { Sum, SummaryList } from '#ui/content/summary-list.tsx';
import { Timeline } from '#ui/content/timeline.tsx';
import { OrderActions } from './order-actions.tsx';
import { AddressDialog } from './order-dialogs.tsx';
import { OrderStateChip, effectText, eventText } from './order-labels.tsx';
import { MessageOther } from './message-other.tsx';
import { ProblemNotice } from './order-problem-notice.tsx';
import styles from './orders.module.css';
import { useNow } from '#ui/content/relative-time.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

/** A deadline in the user's time zone, to the minute, and how far away it is. */
function OrderDeadline({ iso }: { iso: string }) {
  const away = relativeTime(iso, useNow());
  return (
    <strong>
      <time dateTime={iso}>{useHydrated() ? exactTime(iso) : formatDay(iso)}</time>
      {/^(in|now)/.test(away) ? ` (${away})` : ''}
    </strong>
  );
}

const itemPath = ({ productId, auctionId }: Order): string | null =>
  productId ? routes.product(productId) : auctionId ? routes.auction(auctionId) : null;

/** Shown for an order without further automatic steps. */
function restText({ state, type, role, problem }: Order): string {
  if (problem?.state === 'escalated') return 'The site is deciding about the problem.';
  if (state === 'refunded')
    return role === 'buyer'
      ? 'All your tokens were returned to your wallet.'
      : 'The tokens were returned to the buyer.';
  if (type === 'digital')
    return role === 'buyer' ? 'It’s yours. Download it anytime.' : 'The buyer can download it.';
  return 'This order is complete.';
}

/** A parcel's number, linked to its page at the usual carriers. */
function TrackingNumber({ carrier, tracking }: { carrier: string; tracking: string }) {
  const href = trackingLink(carrier, tracking);
  const number = <strong className={styles.code}>{tracking}</strong>;
  return href ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {number}
    </a>
  ) : (
    number
  );
}

/** The next automatic step with its deadline, and the available actions. */
function NextStep({ order }: { order: Order }) {
  const effect = effectText(order, order.role);
  return (
    <SectionCard title="What happens next">
      <Stack gap={12}>
        {order.deadline ? (
          <p>
            <OrderDeadline iso={order.deadline.at} />
            <br />
            <span className={styles.muted}>{effect}</span>
          </p>
        ) : (
          <p>{restText(order)}</p>
        )}
        {order.carrier && order.tracking ? (
          <p>
            Shipped with <strong>{order.carrier}</strong>, tracking number{' '}
            <TrackingNumber carrier={order.carrier} tracking={order.tracking} />
          </p>
        ) : null}
        {order.canDownload && order.productId ? <Downloads productId={order.productId} /> : null}
        <Row>
          <OrderActions order={order} />
        </Row>
      </Stack>
    </SectionCard>
  );
}

function Thing({ order }: { order: Order }) {
  const href = itemPath(order);
  return (
    <div className={styles.thing}>
      <span className={styles.picture}>
        {order.cover ? (
          <Picture
            sources={order.cover.sizes}
            alt=""
            placeholder={order.cover.placeholder}
            ratio={1}
            sizes="96px"
          />
        ) : null}
      </span>
      <div className={styles.words}>
        {href ? (
          <Link href={href} className={styles.title}>
            {order.title}
          </Link>
        ) : (
          <span className={styles.title}>{order.title}</span>
        )}
        <span className={styles.muted}>
          {order.source === 'auction'
            ? 'Won at auction'
            : order.type === 'digital'
              ? 'Download'
              : 'Shipped item'}
        </span>
        {order.type === 'digital' ? (
          <span className={styles.muted}>
            Downloaded {order.downloads === 1 ? 'once' : `${formatNumber(order.downloads)} times`}
          </span>
        ) : null}
      </div>
    </div>
  );
}

const OrderSums = ({ order }: { order: Order }) => (
  <SummaryList>
    <Sum
      label={
        order.quantity === 1 ? 'Price' : `${formatNumber(order.quantity)} × ${formatTokens(order.unitPrice)}`
      }
    >
      <Tokens tokens={order.subtotal} />
    </Sum>
    {order.type === 'physical' ? (
      <Sum label="Shipping">{order.shipping > 0 ? <Tokens tokens={order.shipping} /> : 'Included'}</Sum>
    ) : null}
    <Sum label="Total" isTotal>
      <Tokens tokens={order.total} />
    </Sum>
    {order.refundable < order.total ? (
      <Sum label="Refunded">
        <Tokens tokens={order.total - order.refundable} />
      </Sum>
    ) : null}
  </SummaryList>
);

function Destination({ order }: { order: Order }) {
  const [open, setOpen] = useState(false);
  if (order.type === 'digital') return null;
  const words =
    order.role === 'buyer'
      ? 'Add an address so the creator can ship it.'
      : 'The buyer hasn’t added an address yet.';
  return (
    <Card>
      <Section title="Delivery address">
        <Stack gap={12}>
          {order.address ? <AddressLines address={order.address} /> : <p>{words}</p>}
          {order.canChangeAddress ? (
            <div>
              <Button variant={order.address ? 'secondary' : 'primary'} onClick={() => setOpen(true)}>
                {order.address ? 'Change address' : 'Add address'}
              </Button>
            </div>
          ) : null}
        </Stack>
      </Section>
      {open ? <AddressDialog order={order} onClose={() => setOpen(false)} /> : null}
    </Card>
  );
}

const History = ({ order }: { order: Order }) => (
  <SectionCard title="Timeline">
    <Timeline
      events={order.timeline.map((event) => ({
        ...event,
        what: eventText(event, order),
        more: event.event === 'reported' ? <ProblemPhotos photos={order.photos} /> : null,
      }))}
    />
  </SectionCard>
);

/** An order as its buyer or seller sees it. */
export const OrderContent = ({ order, all }: { order: Order; all: string }) => (
  <Stack gap={24}>
    <PageHeader
      title={`Order ${order.number}`}
      text={
        <>
          <OrderStateChip state={order.state} side={order.role} />{' '}
          <span className={styles.ordered}>Ordered {formatDay(order.createdAt)}</span>
        </>
      }
      actions={
        <>
          {order.role === 'seller' && order.type === 'physical' && order.address ? (
            <ButtonLink href={routes.packingSlip(order._id)}>Packing slip</ButtonLink>
          ) : null}
          <ButtonLink href={all}>{order.role === 'buyer' ? 'All purchases' : 'All orders'}</ButtonLink>
        </>
      }
    />
    <ProblemNotice order={order} />
    <div className={styles.columns}>
      <Stack gap={24}>
        <NextStep order={order} />
        <History order={order} />
      </Stack>
      <Stack gap={24}>
        <Card>
          <Stack>
            <Thing order={order} />
            <OrderSums order={order} />
          </Stack>
        </Card>
        <Destination order={order} />
        <SectionCard title={order.role === 'buyer' ? 'Creator' : 'Buyer'}>
          <Stack gap={12}>
            <Person person={order.role === 'buyer' ? order.performer : order.buyer} />
            <MessageOther order={order} />
          </Stack>
        </SectionCard>
      </Stack>
    </div>
  </Stack>
);
