import type { PerformerCard } from '#contract/core/schemas.ts';
import type { Message } from '#contract/messages.ts';
import { LockedMedia } from '#components/media-items/locked-media.tsx';
import { openTask } from '#components/wallet/purchase-tasks.ts';
import { PostMedia } from '#components/posts/post-media.tsx';
import { mediaText } from '#components/media-items/access-options.ts';
import { Tokens } from '#ui/content/money.tsx';
import styles from './messages.module.css';

/** Shown below the user's own paid message: its price, and whether it was bought. */
const Sold = ({ message }: { message: Message }) => (
  <p className={styles.sold}>
    {message.isBought ? 'Bought for' : 'Price:'} <Tokens tokens={message.price} />
  </p>
);

/** The locked attachments with their price. */
function Locked({ message, seller }: { message: Message; seller: PerformerCard }) {
  const { access, media, _id } = message;
  const locked = message.files.filter((file) => file.url === null);
  const price = access.routes.find((route) => route.need === 'purchase')?.price ?? message.price;
  const unlock = () =>
    openTask({
      kind: 'unlock-item',
      item: { kind: 'message', _id, price, inside: mediaText(media), performer: seller },
    });
  return (
    <LockedMedia
      post={{ access, media, files: locked, performer: seller, teaser: null, thumbnail: null }}
      onWay={unlock}
      title="For sale"
    />
  );
}

export interface MessageMediaProps {
  readonly message: Message;
  readonly own: boolean;
  /** The other participant. */
  readonly other: PerformerCard | null;
}

/** The photos and videos of a message: accessible ones, then locked ones. */
export function MessageMedia({ message, own, other }: MessageMediaProps) {
  const { files, access, price } = message;
  if (files.length === 0) return null;
  const readable = files.filter((file) => file.url !== null);
  return (
    <div className={styles.media}>
      <PostMedia files={readable} thumbnail={null} teaser={null} />
      {access.allowed || !other ? null : <Locked message={message} seller={other} />}
      {own && price > 0 ? <Sold message={message} /> : null}
    </div>
  );
}
