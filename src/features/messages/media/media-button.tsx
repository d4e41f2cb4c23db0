import Images from 'lucide-react/icons/images';
import { Suspense, useState } from 'react';
import type { Conversation } from '#contract/messages.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { IconButton } from '#ui/content/button.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';

// Loaded on first use.
const MediaPanel = lazyPart(async () => (await import('./media-panel.tsx')).MediaPanel);

/** Opens everything sent in the conversation. */
export function MediaButton({ conversation }: { conversation: Conversation }) {
  const [open, setOpen] = useState(false);
  const ownId = useAppSelector(selectCurrentUser)?._id ?? '';
  return (
    <>
      <IconButton label="Media in this conversation" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Images size={20} />
      </IconButton>
      {open ? (
        <Suspense fallback={null}>
          <MediaPanel
            conversationId={conversation._id}
            ownId={ownId}
            name={conversation.recipient?.name ?? 'a deleted account'}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
