import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { brokenLink, mailToken } from '#lib/mail-token.ts';
import { problemMessage } from '#lib/problem.ts';
import { undoPayoutMethod } from '#services/payouts.ts';
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
  `${restored ? `Payouts go to ${restored.bank}, ending in ${restored.last4}, again.` : 'No payout method is chosen now.'}${cancelled ? ' The payout to the other one is cancelled, and its money is back in your earnings.' : ''} Everybody else was logged out.`;

/** It is done: what holds now, and the one thing left to do. */
const Done = ({ undone }: { undone: Undone }) => (
  <Stack>
    <Notice tone="success" announce title="Taken back">
      {doneText(undone)}
    </Notice>
    <p>Somebody knew your password, or sat at your open browser. Set a new password now.</p>
    <ButtonLink href={routes.forgotPassword} variant="primary" large block>
      Set a new password
    </ButtonLink>
  </Stack>
);

/** Nothing happens by opening the page: programs that look through mails open links, too. */
function Ask({ token, onUndone }: { token: string; onUndone: (undone: Undone) => void }) {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const press = async () => {
    setBusy(true);
    setProblem(null);
    await undoPayoutMethod(api, token).then(onUndone, (caught: unknown) =>
      setProblem(problemMessage(caught)),
    );
    setBusy(false);
  };
  return (
    <Stack>
      <p>
        Where your payouts go was changed. If that wasn’t you, take it back: what was chosen before is chosen
        again, payouts to the new one are cancelled, and everybody else is logged out.
      </p>
      {problem ? <ErrorBox problem={problem}>{problem}</ErrorBox> : null}
      <Button variant="primary" large block busy={busy} onClick={() => void press()}>
        Take the change back
      </Button>
      <p className={styles.muted}>If it was you, close this page: there is nothing to do.</p>
    </Stack>
  );
}

/** Without the mail’s link, where payouts go is still changed back by hand. */
const Broken = () => (
  <Stack>
    <Notice tone="danger">{brokenLink}</Notice>
    <ButtonLink href={routes.creatorPayouts} large block>
      See where payouts go
    </ButtonLink>
  </Stack>
);

/** `/auth/undo-payout-method?token=…`, from the mail; works logged in or out. */
export function UndoPayoutMethodView() {
  const { query } = useRouter();
  const [undone, setUndone] = useState<Undone | null>(null);
  const hydrated = useHydrated();
  const token = mailToken(query['token']);
  return (
    <div className={styles.place}>
      <PageHead title="Take the change of your payouts back" unlisted />
      <Card as="section" aria-labelledby="undo-title">
        <h1 id="undo-title" className={styles.title}>
          Your payouts
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
