import { limits } from '#config/limits.ts';
import { RejectedFiles } from '#components/base/files/rejected-files.tsx';
import { UploadTile } from '#components/base/files/upload-tile.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { PriceInput } from '#components/money/payments/price-input.tsx';
import styles from './messages.module.css';
import { type AttachmentsState, readPrice } from './use-attachments.ts';

function Price({ price, setPrice }: Pick<AttachmentsState, 'price' | 'setPrice'>) {
  const tokens = readPrice(price);
  return (
    <PriceInput
      label="Price"
      placeholder="Free"
      value={price}
      onChange={(event) => setPrice(event.target.value)}
      hint="Leave empty to send them for free."
      note="Your text is free to read."
      error={
        tokens === null
          ? `Enter a whole number of tokens, up to ${limits.itemPrice.max.toLocaleString('en-US')}.`
          : null
      }
    />
  );
}

export interface AttachmentListProps {
  readonly attachments: AttachmentsState;
  /** Whether the attachments may have a price. */
  readonly sells: boolean;
}

/** The attachments of the message being written, with their price. */
export function AttachmentList({ attachments, sells }: AttachmentListProps) {
  const { uploads, blobs, price, setPrice } = attachments;
  return (
    <div className={styles.attachments}>
      <ul className={styles.tiles} aria-label="Attachments">
        {uploads.items.map((item, at) => (
          <UploadTile key={item.key} item={item} at={at} uploads={uploads} order={null} described={false} />
        ))}
      </ul>
      <RejectedFiles uploads={uploads} />
      {blobs.length > 0 ? (
        <Notice announce>
          You’re offline. Send now, and these files stay on this device until they can be uploaded.
        </Notice>
      ) : null}
      {sells ? <Price price={price} setPrice={setPrice} /> : null}
    </div>
  );
}
