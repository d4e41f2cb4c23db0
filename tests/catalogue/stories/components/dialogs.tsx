import { ConfirmAction } from '#components/base/lists/confirm-action.tsx';
import { ReportDialog } from '#components/content/community/report-dialog.tsx';
import { ShareDialog } from '#components/content/community/share-dialog.tsx';
import { BulkEditDialog } from '#components/content/media-items/bulk-edit-dialog.tsx';
import { anOwnPost } from '../../../setup/factories/posts.ts';
import { Product } from '../../product.tsx';

export const about = { alone: true };

const nothing = () => undefined;
const target = { type: 'feed', id: 'p1', name: 'this post' } as const;

export const Report = () => <ReportDialog target={target} onClose={nothing} />;
export const ReportByAVisitor = () => (
  <Product user={null}>
    <ReportDialog target={target} onClose={nothing} />
  </Product>
);
export const Share = () => <ShareDialog path="/feeds/p1" title="Morning glaze" onClose={nothing} />;
export const Confirm = () => (
  <ConfirmAction
    title="Delete “Glazes”?"
    confirmLabel="Delete list"
    action={async () => ({})}
    onClose={nothing}
  >
    The creators in it stay where they are.
  </ConfirmAction>
);
export const BulkEdit = () => (
  <BulkEditDialog
    noun="post"
    items={[anOwnPost(), anOwnPost({ _id: 'p2' })]}
    getItemName={({ text }) => text}
    save={async () => ({})}
    onClose={nothing}
    onDone={nothing}
  />
);
