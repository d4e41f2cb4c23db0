import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { problemMessage } from '#lib/problem.ts';
import { PersonPicker } from '#components/people/accounts/person-picker.tsx';
import { createConversation } from '#services/talk/messages/messages.ts';
import { useApi } from '#state/hooks.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

/** Chooses whom to write to, and opens the conversation with them. */
export function NewMessage({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const open = async ({ _id, isPerformer }: PerformerCard) => {
    setBusy(true);
    setRefusal(null);
    try {
      const source = isPerformer ? 'performer' : 'user';
      const conversation = await createConversation(api, { body: { source, sourceId: _id } });
      onClose();
      await router.push(routes.conversation(conversation._id));
    } catch (problem) {
      setRefusal(problemMessage(problem));
    }
    setBusy(false);
  };
  return (
    <Dialog open onClose={onClose} title="New message" dismissible={!busy}>
      <Stack gap={12}>
        {refusal ? <Notice tone="danger" announce title={refusal} /> : null}
        <PersonPicker busy={busy} onPick={(person) => void open(person)} />
      </Stack>
    </Dialog>
  );
}
