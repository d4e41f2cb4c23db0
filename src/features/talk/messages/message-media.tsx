import type { PerformerCard } from '#contract/core/schemas.ts';
import type { Message } from '#contract/talk/messages/messages.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { LockedMedia } from '#components/content/media-items/locked-media.tsx';
import { openTask } from '#components/money/wallet/purchase-tasks.ts';
import { PostMedia } from '#components/content/posts/post-media.tsx';
import { mediaText, purchasePrice } from '#components/content/media-items/access-options.ts';
import { Tokens } from '#ui/content/money.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import styles from './messages.module.css';

const VoiceMessage = lazyPart(async () => (await import('./voice/voice-message.tsx')).VoiceMessage);

/** Shown below the user's own paid message: its price, and whether it was bought. */
const Sold = ({ message }: { message: Message }) => (
  <p className={styles.sold}>
    {message.isBought ? 'Bought for' : 'Price:'} <Tokens tokens={message.price} />
  </p>
);

/** A voice message. Its player loads with the first one. */
const Voice = ({ message, own, other }: MessageMediaProps) => (
  <LazyClient skeleton={<div className={styles.voiceSpace} />}>
    <VoiceMessage
      message={message}
      label={own ? 'Your voice message' : `Voice message from ${other?.name ?? 'a deleted account'}`}
    />
  </LazyClient>
);

/** The locked attachments with their price. */
function Locked({ message, seller }: { message: Message; seller: PerformerCard }) {
  const { access, media, _id } = message;
  // A recording has no preview to blur.
  const locked = message.files.filter((file) => file.url === null && !file.mime.startsWith('audio/'));
  const unlock = () =>
    openTask({
      kind: 'unlock',
      item: {
        kind: 'message',
        _id,
        price: purchasePrice(message),
        inside: mediaText(media),
        performer: seller,
      },
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
      {message.type === 'voice' && readable.length > 0 ? (
        <Voice message={message} own={own} other={other} />
      ) : (
        <PostMedia files={readable} thumbnail={null} teaser={null} />
      )}
      {access.allowed || !other ? null : <Locked message={message} seller={other} />}
      {own && price > 0 ? <Sold message={message} /> : null}
    </div>
  );
}
