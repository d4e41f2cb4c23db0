import type { PrivateStream } from '#contract/talk/streams/private.ts';
import { SpendTokens } from '#components/money/wallet/spend-tokens.tsx';
import { spectatePrivateStream } from '#services/talk/streams/private-streams.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Tokens } from '#ui/content/money.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Stack } from '#ui/layout/stack.tsx';

/** Asks a person whom both sides let watch, before they pay: the price a minute, and what is held for the first five. */
export function SpectatorGate({ stream }: { stream: PrivateStream }) {
  const { _id: id, spectatorPerMinute, firstHold } = stream;
  const [spectate] = useWrite(spectatePrivateStream);
  return (
    <Card>
      <Stack gap={16}>
        <p>
          Watch for <Tokens tokens={spectatorPerMinute} /> a minute. You pay by the second, and only while
          there’s a picture. Tokens on hold that aren’t used go back to your wallet.
        </p>
        <SpendTokens
          tokens={firstHold}
          word="Held at the start (5 minutes)"
          label={() => 'Watch'}
          subject={`spectate/${id}`}
          spend={async ({ key }) => {
            await spectate({ params: { id }, key, body: { expectedPerMinute: spectatorPerMinute } }).unwrap();
          }}
          onDone={() => undefined}
        />
      </Stack>
    </Card>
  );
}
