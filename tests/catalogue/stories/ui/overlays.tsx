import { useEffect, useRef } from 'react';
import { Button } from '#ui/content/button.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Lightbox } from '#ui/overlays/lightbox.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { Toaster } from '#ui/overlays/toaster.tsx';

export const about = { alone: true };

const nothing = () => undefined;

export const FormDialog = () => (
  <Dialog
    open
    onClose={nothing}
    title="New list"
    footer={
      <>
        <Button>Cancel</Button>
        <Button variant="primary">Create list</Button>
      </>
    }
  >
    <TextInput label="Name" />
  </Dialog>
);
export const LongDialog = () => (
  <Dialog open wide onClose={nothing} title="Terms of service">
    {Array.from({ length: 30 }, (_, at) => (
      <p key={at}>{at + 1}. Be kind, and pay what you promised.</p>
    ))}
    <Checkbox label="I agree" />
  </Dialog>
);
const confirm = {
  open: true,
  title: 'Delete “Morning glaze”?',
  text: 'Buyers keep access. This can’t be undone.',
  confirmLabel: 'Delete post',
  onConfirm: nothing,
  onClose: nothing,
};
export const Confirmation = () => <ConfirmDialog {...confirm} />;
export const ConfirmationInProgress = () => <ConfirmDialog {...confirm} busy />;

const photos = [1, 2, 3].map((id) => ({
  id: String(id),
  sources: [{ url: `/media/${id}.webp`, width: 640, height: 480 }],
  title: `Kiln ${id}`,
  width: 640,
  height: 480,
}));
export const PhotoViewer = () => (
  <Lightbox photos={photos} index={1} onMove={nothing} onClose={nothing} onReport={nothing} />
);
export const PhotoViewerWaiting = () => (
  <Lightbox photos={photos} index={3} total={9} onMove={nothing} onClose={nothing} />
);

function Opened() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('button')?.click(), []);
  return (
    <div ref={box}>
      <Menu
        label="More options"
        items={[
          { label: 'Copy link', onSelect: nothing },
          { label: 'Notifications', checked: true, onSelect: nothing },
          { label: 'Messages', href: '/messages', count: 3 },
          { label: 'Archive', disabled: true },
          { label: 'Delete post', danger: true, divided: true, onSelect: nothing },
        ]}
      />
    </div>
  );
}
export const OpenMenu = () => <Opened />;

const undo = { label: 'Undo', run: nothing };
export function Toasts() {
  useEffect(() => {
    toast.success('Post published', { lasts: 0 });
    toast.info('Tip sent', { lasts: 0, action: undo });
    toast.error('Your card was declined. Ask your bank, or use another card.', { lasts: 0 });
  }, []);
  return <Toaster />;
}
