import type { Message, MessageEmoji } from '#contract/talk/messages/messages.ts';
import { problemMessage } from '#lib/problem.ts';
import { reactToMessage, removeReaction } from '#services/talk/messages/messages.ts';
import { useApi, useAppDispatch } from '#state/hooks.ts';
import { messageChanged } from '#state/messages/message.ts';
import { toast } from '#ui/overlays/toast.ts';

/** Reacts to a message, or removes the reaction with `null`. Shows a toast on failure. */
export function useReact(message: Pick<Message, '_id'>) {
  const api = useApi();
  const dispatch = useAppDispatch();
  return async (emoji: MessageEmoji | null) => {
    try {
      const { _id: id } = message;
      dispatch(
        messageChanged(
          await (emoji
            ? reactToMessage(api, { params: { id }, body: { emoji } })
            : removeReaction(api, { params: { id } })),
        ),
      );
    } catch (caught) {
      toast.error(problemMessage(caught));
    }
  };
}
