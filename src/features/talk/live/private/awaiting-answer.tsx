import { Person } from '#components/people/accounts/person.tsx';
import type { PrivateStream } from '#contract/talk/streams/private.ts';
import { Button } from '#ui/content/button.tsx';
import { Tokens } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Sum, SummaryList } from '#ui/content/summary-list.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import type { PrivatePart } from './private-stream-view.tsx';
import { RequestAnswers } from './request-answers.tsx';
import { useStep } from './use-step.ts';

const words = ({ state, performer }: PrivateStream): string =>
  state === 'later'
    ? `${performer.name} asked to do it later. Your request stays open.`
    : `${performer.name} has your request. The stream opens here as soon as they accept.`;

function ForFan({ stream }: { stream: PrivateStream }) {
  const { step, busy } = useStep(stream._id);
  return (
    <>
      <p role="status">{words(stream)}</p>
      <div>
        <Button busy={busy === 'cancel'} onClick={() => void step('cancel')}>
          Cancel request
        </Button>
      </div>
    </>
  );
}

/** A request that waits for its answer, for both sides. */
export function AwaitingAnswer({ stream, part }: { stream: PrivateStream; part: PrivatePart }) {
  const { performer, user, note, perMinute, firstHold, expiresAt } = stream;
  return (
    <Card>
      <Stack gap={16}>
        <Person person={part === 'creator' ? user : performer} />
        {note === '' ? null : <p>{note}</p>}
        <SummaryList>
          <Sum label="Price per minute">
            <Tokens tokens={perMinute} />
          </Sum>
          <Sum label="Held at the start (5 minutes)">
            <Tokens tokens={firstHold} />
          </Sum>
          {expiresAt === null ? null : (
            <Sum label="Expires">
              <RelativeTime iso={expiresAt} />
            </Sum>
          )}
        </SummaryList>
        {part === 'creator' ? <RequestAnswers stream={stream} /> : <ForFan stream={stream} />}
      </Stack>
    </Card>
  );
}
