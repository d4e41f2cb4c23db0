import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { brokenLink, mailToken } from '#lib/mail-token.ts';
import { problemMessage } from '#lib/problem.ts';
import { undoPayoutMethod } from '#services/trade/payouts.ts';
import { useApi } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ErrorBox } from '#ui/forms/error-box.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import styles from './payouts.module.css';

type Undone = ReplyOf<'POST /payout-methods/undo'>;

const doneText = ({ restored, cancelled }: Undone): string =>
  `${restored ? `Payouts go to ${restored.bank}, ending in ${restored.last4}, again.` : 'You have no payout method now.'}${cancelled ? ' The payout to the other method was canceled, and its money is back in your earnings.' : ''} All other sessions were logged out.`;

/** Confirms the undo, with the one step that is left. */
const Done = ({ undone }: { undone: Undone }) => (
  <Stack>
    <Notice tone="success" announce title="Change undone">
      {doneText(undone)}
    </Notice>
    <p>Someone may know your password. Set a new one now.</p>
    <ButtonLink href={routes.forgotPassword} variant="primary" large block>
      Set new password
    </ButtonLink>
  </Stack>
);

/** Requires a button press, because mail scanners open links too. */
function Ask({ token, onUndone }: { token: string; onUndone: (undone: Undone) => void }) {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const press = async () => {
    setBusy(true);
    setProblem(null);
    await undoPayoutMethod(api, { body: { token } }).then(onUndone, (caught: unknown) =>
      setProblem(problemMessage(caught)),
    );
    setBusy(false);
  };
  return (
    <Stack>
      <p>
        Your payout method was changed. If this wasn’t you, undo it: your previous method is restored, payouts
        to the new one are canceled, and all other sessions are logged out.
      </p>
      {problem ? <ErrorBox problem={problem}>{problem}</ErrorBox> : null}
      <Button variant="primary" large block busy={busy} onClick={() => void press()}>
        Undo change
      </Button>
      <p className={styles.muted}>If it was you, you can close this page.</p>
    </Stack>
  );
}

/** Without a valid link, the payout method can still be changed back by hand. */
const Broken = () => (
  <Stack>
    <Notice tone="danger">{brokenLink}</Notice>
    <ButtonLink href={routes.creatorPayouts} large block>
      View payout methods
    </ButtonLink>
  </Stack>
);

/** `/auth/undo-payout-method?token=…`, linked from the email; works logged in or out. */
export function UndoPayoutMethodView() {
  const { query } = useRouter();
  const [undone, setUndone] = useState<Undone | null>(null);
  const hydrated = useHydrated();
  const token = mailToken(query['token']);
  return (
    <div className={styles.place}>
      <PageHead title="Undo the payout method change?" unlisted />
      <Card as="section" aria-labelledby="undo-title">
        <h1 id="undo-title" className={styles.title}>
          View payouts
        </h1>
        {undone ? (
          <Done undone={undone} />
        ) : token || !hydrated ? (
          <Ask token={token ?? ''} onUndone={setUndone} />
        ) : (
          <Broken />
        )}
      </Card>
    </div>
  );
}
