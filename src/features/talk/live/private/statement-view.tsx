import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { endText } from '#components/talk/streams/private-texts.ts';
import { routes } from '#config/routes.ts';
import type { PrivateStream, PrivateStreamStatement } from '#contract/talk/streams/private.ts';
import { formatDuration, plural } from '#lib/format.ts';
import { getPrivateStatement } from '#services/talk/streams/private-streams.ts';
import { useRead } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Money, Tokens } from '#ui/content/money.tsx';
import { Sum, SummaryList } from '#ui/content/summary-list.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import type { PrivatePart } from './private-stream-view.tsx';

const formatTime = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

function Times({ from, to, stretches }: PrivateStreamStatement) {
  const pauses = stretches.filter(({ kind }) => kind === 'pause');
  return (
    <>
      {from === null ? null : <Sum label="Started">{formatTime(from)}</Sum>}
      {to === null ? null : <Sum label="Ended">{formatTime(to)}</Sum>}
      {pauses.length === 0 ? null : (
        <Sum label={plural(pauses.length, 'pause')}>
          {pauses.map((pause) => (
            <div key={pause.from}>
              {formatTime(pause.from)},{' '}
              {formatDuration(Math.round((Date.parse(pause.to) - Date.parse(pause.from)) / 1_000))}
            </div>
          ))}
        </Sum>
      )}
    </>
  );
}

function Paper({ statement, part }: { statement: PrivateStreamStatement; part: PrivatePart }) {
  return (
    <SummaryList>
      <Times {...statement} />
      <Sum label="Charged time">{formatDuration(statement.seconds)}</Sum>
      <Sum label="Price per minute">
        <Tokens tokens={statement.perMinute} />
      </Sum>
      {part === 'creator' && statement.spectatorTokens > 0 ? (
        <Sum label="From spectators">
          <Tokens tokens={statement.spectatorTokens} />
        </Sum>
      ) : null}
      {part === 'creator' ? null : (
        <Sum label="Returned to your wallet">
          <Tokens tokens={statement.returned} />
        </Sum>
      )}
      <Sum label={part === 'creator' ? 'Paid by the fan' : 'Cost'} isTotal={statement.earned === null}>
        <Tokens tokens={statement.tokens} />
      </Sum>
      {statement.earned === null ? null : (
        <Sum label="You earned" isTotal>
          <Money cents={statement.earned} />
        </Sum>
      )}
    </SummaryList>
  );
}

/** The end of a private stream or request: why, and what it cost. */
export function StatementView({ stream, part }: { stream: PrivateStream; part: PrivatePart }) {
  const request = useRead(
    getPrivateStatement,
    stream.startedAt === null ? null : { params: { id: stream._id } },
  );
  const viewerId = useAppSelector(selectAuthUser)?._id;
  const back = part === 'creator' ? routes.creatorPrivateStreams : routes.privateStreams;
  return (
    <Card>
      <Stack gap={16}>
        <p role="status">{endText(stream, viewerId)}</p>
        {stream.startedAt === null ? null : (
          <Section title="Statement">
            <LoadedView
              request={request}
              skeleton={
                <Skeleton>
                  <SkeletonBlock height={180} />
                </Skeleton>
              }
              level={3}
            >
              {(statement) => <Paper statement={statement} part={part} />}
            </LoadedView>
          </Section>
        )}
        <div>
          <ButtonLink href={back}>All private streams</ButtonLink>
        </div>
      </Stack>
    </Card>
  );
}
