import Paperclip from 'lucide-react/icons/paperclip';
import { Suspense, useRef } from 'react';
import { limits } from '#config/limits.ts';
import { acceptedTypes } from '#components/files/accepted-types.ts';
import { RejectedFiles } from '#components/files/rejected-files.tsx';
import { IconButton } from '#ui/content/button.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { tokensText, useRate } from '#ui/content/money.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import styles from './messages.module.css';
import { type AttachmentsState, readPrice } from './use-attachments.ts';

// Loaded on demand, because most people who read a conversation attach nothing.
const UploadTile = lazyPart(async () => (await import('#components/files/upload-tile.tsx')).UploadTile);

/** Opens the file picker. */
export function AttachButton({ uploads }: Pick<AttachmentsState, 'uploads'>) {
  const input = useRef<HTMLInputElement>(null);
  const isFull = uploads.items.length >= uploads.max;
  return (
    <>
      <IconButton label="Add photos or videos" disabled={isFull} onClick={() => input.current?.click()}>
        <Paperclip size={20} />
      </IconButton>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="Photos or videos"
        accept={`${acceptedTypes.photo},${acceptedTypes.video}`}
        onChange={(event) => {
          uploads.add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}

function Price({ price, setPrice }: Pick<AttachmentsState, 'price' | 'setPrice'>) {
  const rate = useRate();
  const tokens = readPrice(price);
  return (
    <TextInput
      label="Price"
      inputMode="numeric"
      placeholder="Free"
      suffix="tokens"
      value={price}
      onChange={(event) => setPrice(event.target.value)}
      hint={
        tokens
          ? `They pay ${tokensText(tokens, rate)} to unlock them. Your text is free to read.`
          : 'Leave empty to send them for free.'
      }
      error={
        tokens === null
          ? `Enter a whole number of tokens, up to ${limits.itemPrice.max.toLocaleString('en-US')}.`
          : null
      }
    />
  );
}

/** The attachments of the message being written. */
export function Attachments({ attachments, sells }: { attachments: AttachmentsState; sells: boolean }) {
  const { uploads, price, setPrice } = attachments;
  if (uploads.items.length === 0) return null;
  return (
    <div className={styles.attachments}>
      <ul className={styles.tiles} aria-label="Attachments">
        <Suspense fallback={null}>
          {uploads.items.map((item, at) => (
            <UploadTile key={item.key} item={item} at={at} uploads={uploads} order={null} described={false} />
          ))}
        </Suspense>
      </ul>
      <RejectedFiles uploads={uploads} />
      {sells ? <Price price={price} setPrice={setPrice} /> : null}
    </div>
  );
}
