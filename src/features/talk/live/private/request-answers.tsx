import Router from 'next/router';
import { routes } from '#config/routes.ts';
import type { PrivateStream } from '#contract/talk/streams/private.ts';
import { Button } from '#ui/content/button.tsx';
import { Row } from '#ui/layout/stack.tsx';
import { useStep } from './use-step.ts';

/** The creator's answers to a request. Accepting opens the stream. */
export function RequestAnswers({ stream: { _id, state, user } }: { stream: PrivateStream }) {
  const { step, busy } = useStep(_id);
  const accept = async () => {
    if (await step('accept')) await Router.push(routes.privateStream(_id));
  };
  return (
    <Row>
      <Button
        variant="primary"
        busy={busy === 'accept'}
        aria-label={`Accept ${user.name}’s request`}
        onClick={() => void accept()}
      >
        Accept
      </Button>
      {state === 'requested' ? (
        <Button
          busy={busy === 'later'}
          aria-label={`Later for ${user.name}’s request`}
          onClick={() => void step('later')}
        >
          Later
        </Button>
      ) : null}
      <Button
        variant="quiet"
        busy={busy === 'decline'}
        aria-label={`Decline ${user.name}’s request`}
        onClick={() => void step('decline')}
      >
        Decline
      </Button>
    </Row>
  );
}
