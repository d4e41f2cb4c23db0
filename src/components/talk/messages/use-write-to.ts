import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import { problemMessage } from '#lib/problem.ts';
import { createConversation } from '#services/talk/messages/messages.ts';
import { useApi } from '#state/hooks.ts';
import { toast } from '#ui/overlays/toast.ts';

/** Opens the conversation with someone, or says why there can't be one. */
export function useWriteTo() {
  const api = useApi();
  const router = useRouter();
  return async (accountId: string): Promise<void> => {
    try {
      const conversation = await createConversation(api, { body: { source: 'user', sourceId: accountId } });
      await router.push(routes.conversation(conversation._id));
    } catch (problem) {
      toast.error(problemMessage(problem));
    }
  };
}
