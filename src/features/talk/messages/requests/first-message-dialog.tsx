import { SpendTokens } from '#components/money/wallet/spend-tokens.tsx';
import { plural } from '#lib/format.ts';
import type { Tokens } from '#lib/units.ts';
import { sendMessage } from '#services/talk/messages/messages.ts';
import { useWrite } from '#state/query/hooks.ts';
import { useAppDispatch } from '#state/hooks.ts';
import { messageSent } from '#state/messages/message.ts';
import { tokensText, useRate } from '#ui/content/money.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';

export interface FirstMessageDialogProps {
  readonly conversationId: string;
  readonly name: string;
  readonly price: Tokens;
  readonly answerDays: number;
  readonly text: string;
  /** Uploaded and ready. */
  readonly fileIds: readonly string[];
  /** The message is sent, so the form can be emptied. */
  readonly onSent: () => void;
  readonly onClose: () => void;
}

/** Sends a first message that has a price, once the sender has seen it; tops up if needed. */
export function FirstMessageDialog(props: FirstMessageDialogProps) {
  const { conversationId, name, price, answerDays, text, fileIds, onSent, onClose } = props;
  const [send] = useWrite(sendMessage);
  const dispatch = useAppDispatch();
  const rate = useRate();
  const done = () => {
    onSent();
    onClose();
    toast.success(`Request sent to ${name}`);
  };
  return (
    <Dialog open onClose={onClose} title={`Send a request to ${name}`}>
      <p>
        Your tokens are held until {name} answers. They’re refunded if {name} declines or doesn’t answer
        within {plural(answerDays, 'day')}.
      </p>
      <SpendTokens
        tokens={price}
        label={(tokens) => (tokens === 0 ? 'Send for free' : `Send for ${tokensText(tokens, rate)}`)}
        subject={`first-message/${conversationId}/${text}/${fileIds.join()}`}
        spend={async ({ key, tokens }) => {
          const data = { text, clientId: key, files: [...fileIds], expectedPrice: tokens };
          const sent = await send({
            params: { id: conversationId },
            body: { conversationId, data },
            key,
          }).unwrap();
          dispatch(messageSent(sent));
        }}
        onDone={done}
      />
    </Dialog>
  );
}
