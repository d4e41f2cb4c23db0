import { useState } from 'react';
import type { ReactNode } from 'react';
import { openBlock } from '#components/people/accounts/person-menu.tsx';
import { routes } from '#config/routes.ts';
import type { Conversation, MessageRequest } from '#contract/talk/messages/messages.ts';
import { formatDay } from '#lib/format-time.ts';
import { problemMessage } from '#lib/problem.ts';
import { acceptRequest, declineRequest } from '#services/talk/messages/inbox.ts';
import { conversationRefreshed } from '#state/messages/conversation.ts';
import { useApi, useAppDispatch } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Tokens } from '#ui/content/money.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './requests.module.css';

interface BarProps {
  readonly title: string;
  readonly detail: ReactNode;
  readonly children?: ReactNode;
}
const Bar = ({ title, detail, children }: BarProps) => (
  <section className={styles.bar} aria-label="Message request">
    <div className={styles.text} role="status">
      <p className={styles.title}>{title}</p>
      <p className={styles.detail}>{detail}</p>
    </div>
    {children ? <div className={styles.actions}>{children}</div> : null}
  </section>
);

interface Props {
  readonly conversation: Conversation;
  readonly request: MessageRequest;
}

/** The sender's own request: until when it waits, or what became of it and its price. */
function Sent({ name, request: { state, price, expiresAt } }: { name: string; request: MessageRequest }) {
  if (state === 'pending')
    return (
      <Bar
        title={`Waiting for ${name} to accept`}
        detail={
          <>
            You can write again once {name} accepts.
            {price > 0 ? (
              <>
                {' '}
                <Tokens tokens={price} /> are on hold and refunded if {name} declines or doesn’t answer by{' '}
                {formatDay(expiresAt)}.
              </>
            ) : (
              ` The request expires on ${formatDay(expiresAt)}.`
            )}{' '}
            Delete your message to cancel.
          </>
        }
      />
    );
  const titles = {
    declined: `${name} declined your request`,
    expired: `${name} didn’t answer your last request`,
    cancelled: 'You canceled your last request',
  };
  return (
    <Bar
      title={titles[state]}
      detail={
        price > 0 ? (
          <>
            <Tokens tokens={price} /> were returned to your wallet.
          </>
        ) : state === 'declined' ? (
          'You can’t write in this conversation.'
        ) : (
          'You can send another one.'
        )
      }
    />
  );
}

/** Answers the request, one call at a time. */
function useAnswer(conversationId: string, name: string) {
  const api = useApi();
  const dispatch = useAppDispatch();
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null);
  const answer = async (what: 'accept' | 'decline') => {
    setBusy(what);
    try {
      const answered = await (what === 'accept' ? acceptRequest : declineRequest)(api, {
        params: { id: conversationId },
      });
      dispatch(conversationRefreshed(answered));
      toast.success(what === 'accept' ? `You accepted ${name}’s request` : 'Request declined');
    } catch (problem) {
      toast.error(problemMessage(problem));
    }
    setBusy(null);
  };
  return { busy, answer };
}

/** A creator's choice: accept, decline or block. */
function Choice({ _id, recipient }: Pick<Conversation, '_id' | 'recipient'>) {
  const { busy, answer } = useAnswer(_id, recipient?.name ?? 'Deleted account');
  return (
    <>
      <Button
        variant="primary"
        busy={busy === 'accept'}
        disabled={busy !== null}
        onClick={() => void answer('accept')}
      >
        Accept
      </Button>
      <Button busy={busy === 'decline'} disabled={busy !== null} onClick={() => void answer('decline')}>
        Decline
      </Button>
      {recipient ? (
        <Button
          variant="quiet"
          disabled={busy !== null}
          onClick={() => openBlock({ kind: 'block', person: recipient, leaveTo: routes.messages })}
        >
          Block
        </Button>
      ) : null}
    </>
  );
}

/** A request to the user, who is a creator. */
function Received({ conversation, request: { state, price, expiresAt } }: Props) {
  const name = conversation.recipient?.name ?? 'Deleted account';
  if (state !== 'pending')
    return (
      <Bar
        title={state === 'declined' ? 'You declined this request' : 'This request ended without an answer'}
        detail={`You can still write to ${name}, who can then reply.`}
      />
    );
  return (
    <Bar
      title={`${name} wants to message you`}
      detail={
        <>
          {price > 0 ? (
            <>
              <Tokens tokens={price} /> if you accept or reply by {formatDay(expiresAt)}.{' '}
            </>
          ) : (
            `Replying accepts. The request expires on ${formatDay(expiresAt)}. `
          )}
          {name} doesn’t see that you’ve read it.
        </>
      }
    >
      <Choice _id={conversation._id} recipient={conversation.recipient} />
    </Bar>
  );
}

/** A request with which the conversation began, until it is accepted: its state, deadline and price. */
export const RequestBar = ({ conversation, request }: Props) =>
  request.isMine ? (
    <Sent name={conversation.recipient?.name ?? 'Deleted account'} request={request} />
  ) : (
    <Received conversation={conversation} request={request} />
  );
