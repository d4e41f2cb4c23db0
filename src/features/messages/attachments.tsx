import Paperclip from 'lucide-react/icons/paperclip';
import { useRef } from 'react';
import { limits } from '#config/limits';
import { UploadTile } from '#parts/upload-tile';
import { acceptOf } from '#parts/uploads';
import { IconButton } from '#ui/button';
import { tokensText, useRate } from '#ui/money';
import { TextInput } from '#ui/text-input';
import styles from './messages.module.css';
import { type AttachmentsState, readPrice } from './use-attachments.tsx';

/** Opens the choice of files. */
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
        accept={`${acceptOf.photo},${acceptOf.video}`}
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
          ? `They pay ${tokensText(tokens, rate)} to see them. Your words can be read without paying.`
          : 'Leave it empty to send them for free.'
      }
      error={
        tokens === null
          ? `Enter a whole number of tokens, up to ${limits.itemPrice.max.toLocaleString('en-US')}.`
          : null
      }
    />
  );
}

/** What goes with the message that is being written. */
export function Attachments({ attachments, sells }: { attachments: AttachmentsState; sells: boolean }) {
  const { uploads, price, setPrice } = attachments;
  if (uploads.items.length === 0) return null;
  return (
    <div className={styles.attachments}>
      <ul className={styles.tiles} aria-label="Attached">
        {uploads.items.map((item, at) => (
          <UploadTile key={item.key} item={item} at={at} uploads={uploads} order={null} described={false} />
        ))}
      </ul>
      {sells ? <Price price={price} setPrice={setPrice} /> : null}
    </div>
  );
}
