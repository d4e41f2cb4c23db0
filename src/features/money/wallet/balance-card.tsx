import { Link } from '#ui/content/link.tsx';
import { routes } from '#config/routes.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { centsOfTokens, formatMoney, formatNumber } from '#lib/format.ts';
import { getWalletBalance } from '#services/money/wallet.ts';
import { useRead } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { Button } from '#ui/content/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Tokens, useRate } from '#ui/content/money.tsx';
import styles from './wallet.module.css';

type Holds = ReplyOf<'GET /wallet/balance'>;

/** What tokens are held for, in words short enough for one line at 360 px, and where to look. */
function describeHolds({ bids, requests, privateStreams: [stream] }: Holds): readonly [string, string] {
  const kinds = [bids.length > 0, requests.length > 0, stream !== undefined].filter(Boolean).length;
  if (kinds > 1) return ['on hold', stream ? routes.privateStream(stream.streamId) : routes.bids];
  if (stream) return ['held for a stream', routes.privateStream(stream.streamId)];
  return requests.length > 0 ? ['held for requests', routes.messages] : ['held for bids', routes.bids];
}

/** Tokens that are held, on a line of its own that is reserved from the start to avoid a layout shift. */
function Held() {
  const { data } = useRead(getWalletBalance);
  if (!data) return <p className={styles.held}>&nbsp;</p>;
  if (data.held === 0) return <p className={styles.held}>No tokens held</p>;
  const [purpose, href] = describeHolds(data);
  return (
    <p className={styles.held}>
      And <Tokens tokens={data.held} /> <Link href={href}>{purpose}</Link>
    </p>
  );
}

/** The balance in tokens, with its value and what is held. */
export function BalanceCard({ onTopUp }: { onTopUp: () => void }) {
  const tokens = useAppSelector(selectCurrentUser)?.balance ?? 0;
  const { currency, tokenRate } = useRate();
  return (
    <Card className={styles.balance}>
      <div>
        <p className={styles.label}>Balance</p>
        <p className={styles.tokens} data-testid="balance">
          {formatNumber(tokens)} <span className={styles.unit}>{tokens === 1 ? 'token' : 'tokens'}</span>
        </p>
        <p className={styles.worth}>{formatMoney(centsOfTokens(tokens, tokenRate), currency)}</p>
      </div>
      <Button variant="primary" large onClick={onTopUp}>
        Top up
      </Button>
      <Held />
    </Card>
  );
}
