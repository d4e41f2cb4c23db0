import { Link } from '#ui/content/link.tsx';
import type { ReactNode } from 'react';
import { routes } from '#config/routes.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import type { Opens } from '#contract/wallet.ts';
import { profileOf } from '#components/accounts/person.tsx';

const pages: Record<Exclude<Opens['kind'], 'performer'>, (id: string) => string> = {
  feed: routes.feed,
  video: routes.video,
  gallery: routes.gallery,
  product: routes.product,
  auction: routes.auction,
  order: routes.order,
  conversation: routes.conversation,
  receipt: routes.receipt,
};

/** Path of the item that was paid for. */
export const hrefOf = ({ kind, _id }: Opens, performer: PerformerCard | null): string =>
  kind === 'performer' ? (performer ? profileOf(performer) : routes.profile(_id)) : pages[kind](_id);

/** The text of a row, linked to the item that was paid for. */
export const ChargeLink = ({
  opens,
  performer,
  children,
}: {
  opens: Opens | null;
  performer: PerformerCard | null;
  children: ReactNode;
}) => (opens ? <Link href={hrefOf(opens, performer)}>{children}</Link> : <>{children}</>);
