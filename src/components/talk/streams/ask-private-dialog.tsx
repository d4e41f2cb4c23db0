import Router from 'next/router';
import { useState } from 'react';
import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import type { PrivateStreamTerms } from '#contract/talk/streams/private.ts';
import { problemCode } from '#lib/problem.ts';
import { newIdempotencyKey } from '#services/http/idempotency-key.ts';
import { askForPrivateStream, getPrivateTerms } from '#services/talk/streams/private-streams.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectBalance } from '#state/session/user.ts';
import { Button } from '#ui/content/button.tsx';
import { Tokens } from '#ui/content/money.tsx';
import { Sum, SummaryList } from '#ui/content/summary-list.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { TextArea } from '#ui/forms/text-input.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { LoadedView } from '../../base/lists/loaded-view.tsx';
import { RefusalNotice } from '../../base/lists/refusal-notice.tsx';
import { useIdempotencyKey } from '../../money/payments/use-idempotency-key.ts';
import { TopUpForm } from '../../money/wallet/top-up-form.tsx';

interface AskProps {
  readonly performer: Pick<PerformerCard, '_id' | 'name'>;
  readonly onClose: () => void;
}

/** Sends the request once, whatever happens to the connection, and opens its page. */
function useAsking({ performer, onClose }: AskProps, terms: PrivateStreamTerms, refetch: () => unknown) {
  const intent = useIdempotencyKey(newIdempotencyKey);
  const [ask, { isLoading }] = useWrite(askForPrivateStream);
  const [problem, setProblem] = useState<unknown>(null);
  const send = async (note: string, allowsSpectators: boolean) => {
    setProblem(null);
    const body = { performerId: performer._id, note, allowsSpectators, expectedPerMinute: terms.perMinute };
    try {
      const stream = await ask({ key: intent.keyFor(JSON.stringify(body)), body }).unwrap();
      intent.settle();
      onClose();
      await Router.push(routes.privateStream(stream._id));
    } catch (caught) {
      if (problemCode(caught) === 'price_changed') refetch();
      setProblem(caught);
    }
  };
  return { send, isLoading, problem };
}

function Prices({ terms, balance }: { terms: PrivateStreamTerms; balance: number }) {
  return (
    <SummaryList>
      <Sum label="Price per minute">
        <Tokens tokens={terms.perMinute} />
      </Sum>
      <Sum label="Held at the start (5 minutes)">
        <Tokens tokens={terms.firstHold} />
      </Sum>
      <Sum label="Your balance" isTotal>
        <Tokens tokens={balance} />
      </Sum>
    </SummaryList>
  );
}

function AskForm(props: AskProps & { terms: PrivateStreamTerms; refetch: () => unknown }) {
  const { terms, performer, refetch } = props;
  const balance = useAppSelector(selectBalance);
  const { send, isLoading, problem } = useAsking(props, terms, refetch);
  const [note, setNote] = useState('');
  const [shares, setShares] = useState(false);
  const missing = terms.firstHold - balance;
  return (
    <Stack gap={16}>
      <p>
        You pay by the second, and only while you receive {performer.name}’s picture or sound. You can join
        without a camera or microphone. Tokens on hold that aren’t used go back to your wallet.
      </p>
      <Prices terms={terms} balance={balance} />
      {missing > 0 ? (
        <>
          <Notice tone="warning">{performer.name} can accept once your balance covers five minutes.</Notice>
          <TopUpForm key={missing} missing={missing} onDone={() => undefined} />
        </>
      ) : null}
      <TextArea
        label="Note"
        optional
        counted
        maxLength={limits.text.tipNote}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {terms.spectatorsEnabled ? (
        <Checkbox
          label="Let others pay to watch"
          hint="They see and hear you both, but not your note."
          checked={shares}
          onChange={(event) => setShares(event.target.checked)}
        />
      ) : null}
      {problem ? <RefusalNotice problem={problem} /> : null}
      <Button variant="primary" large block busy={isLoading} onClick={() => void send(note.trim(), shares)}>
        Ask for a private stream
      </Button>
    </Stack>
  );
}

/** Asks a creator for a private stream, with the price a minute and what the first five cost. */
export function AskPrivateDialog(props: AskProps) {
  const { performer, onClose } = props;
  const request = useRead(
    getPrivateTerms,
    { params: { id: performer._id } },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <Dialog open onClose={onClose} title={`Private stream with ${performer.name}`}>
      <LoadedView
        request={request}
        skeleton={
          <Skeleton>
            <SkeletonBlock height={220} />
          </Skeleton>
        }
        level={3}
      >
        {(terms) =>
          terms.isOpen ? (
            <AskForm {...props} terms={terms} refetch={request.refetch} />
          ) : (
            <p>{performer.name} doesn’t take private streams at the moment.</p>
          )
        }
      </LoadedView>
    </Dialog>
  );
}
