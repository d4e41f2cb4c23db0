import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Order } from '#contract/trade/orders.ts';
import { problemMessage } from '#lib/problem.ts';
import { createConversation } from '#services/talk/messages/messages.ts';
import { useApi } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { toast } from '#ui/overlays/toast.ts';

/** Opens the conversation with the other side of an order. */
export function MessageOther({ order }: { order: Order }) {
  const api = useApi();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const { _id, name, isPerformer } = order.role === 'buyer' ? order.performer : order.buyer;
  const write = async () => {
    setBusy(true);
    try {
      const source = isPerformer ? 'performer' : 'user';
      const conversation = await createConversation(api, { body: { source, sourceId: _id } });
      await router.push(routes.conversation(conversation._id));
    } catch (problem) {
      toast.error(problemMessage(problem));
    }
    setBusy(false);
  };
  return (
    <div>
      <Button busy={busy} onClick={() => void write()}>
        Message {name}
      </Button>
    </div>
  );
}
