import { randomUUID } from 'node:crypto';
import { databaseOf, fan } from './calls.ts';
import type { Running } from './calls.ts';
import { atLeast, atMost } from './table.ts';
import type { Section } from './table.ts';

const fans = 50;
const seconds = 5;
const tip = 10;
/** Tokens bought with one top-up at the site's rate. */
const bought = 6_000;
/** Enough top-ups to keep one wallet busy for the whole run. */
const hotTopUps = 12;

async function call<Data>(
  server: Running,
  path: string,
  { token, body }: { token: string; body: unknown },
): Promise<Data> {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token, 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  });
  const reply = (await answer.json()) as { data: Data; message?: string };
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${reply.message ?? ''}`);
  return reply.data;
}

/** A fan with 6,000 tokens per top-up, bought by card as usual. */
async function funded(server: Running, name: string, topUps = 2): Promise<string> {
  const { token } = await fan(server, name);
  const card = await call<{ _id: string }>(server, '/sandbox/cards', {
    token,
    body: { token: '4242424242424242|12/40|123' },
  });
  for (let n = 0; n < topUps; n++)
    await call(server, '/payment/wallet/top-up', { token, body: { amount: 30_000, cardId: card._id } });
  return token;
}

/** Tips repeatedly for the duration of the run, each token over its own connection. */
async function tipAll(
  server: Running,
  path: string,
  tokens: readonly string[],
): Promise<{ done: number; failed: number }> {
  const until = performance.now() + seconds * 1000;
  let [done, failed] = [0, 0];
  await Promise.all(
    tokens.map(async (token) => {
      while (performance.now() < until)
        await call(server, path, { token, body: { amount: tip } }).then(
          () => (done += 1),
          () => (failed += 1),
        );
    }),
  );
  return { done, failed };
}

/**
 * Fifty fans tip concurrently, each over one connection, then one fan over fifty. The ledger is checked
 * afterwards.
 */
export async function charges(server: Running): Promise<Section> {
  const tokens: string[] = [];
  for (let n = 0; n < fans; n++) tokens.push(await funded(server, `bench-tipper-${n}`));
  const db = await databaseOf(server);
  try {
    const {
      rows: [creator],
    } = await db.query<{ id: string }>("SELECT id FROM accounts WHERE username = 'bench-1'");
    const path = `/wallet/charges/tip/${creator?.id}`;
    const { done, failed } = await tipAll(server, path, tokens);
    const one = await funded(server, 'bench-hot-wallet', hotTopUps);
    const hot = await tipAll(
      server,
      path,
      Array.from({ length: fans }, () => one),
    );
    const {
      rows: [wallet],
    } = await db.query<{ balance: string }>(
      "SELECT a.balance FROM ledger_accounts a JOIN accounts o ON o.id = a.owner_id WHERE a.kind = 'wallet' AND o.username = 'bench-hot-wallet'",
    );
    const sums = await db.query(
      'SELECT transaction_id FROM ledger_postings GROUP BY transaction_id, unit HAVING sum(amount) <> 0',
    );
    const balances = await db.query(
      'SELECT a.id FROM ledger_accounts a LEFT JOIN ledger_postings p ON p.account_id = a.id WHERE a.balance IS NOT NULL GROUP BY a.id HAVING a.balance <> coalesce(sum(p.amount), 0)',
    );
    return {
      title: 'Charges',
      how: `${fans} fans tip one creator over HTTP, one connection each, for ${seconds} seconds, then one fan from as many connections, on the built-in PostgreSQL with fsync on; then the ledger is added up.`,
      rows: [
        atLeast('Charges a second', done / seconds, { least: 500 }),
        {
          what: 'Charges a second on one wallet, 50 connections',
          measured: (hot.done / seconds).toFixed(0),
          budget: '',
          met: null,
        },
        atMost('Charges refused', failed + hot.failed, { most: 0 }),
        atMost(
          'Tokens missing or too many in that wallet',
          Math.abs(Number(wallet?.balance) - (hotTopUps * bought - hot.done * tip)),
          { most: 0 },
        ),
        atMost('Transactions that don’t sum to zero', sums.rowCount ?? Number.NaN, { most: 0 }),
        atMost('Balances that aren’t the sum of their postings', balances.rowCount ?? Number.NaN, {
          most: 0,
        }),
      ],
    };
  } finally {
    await db.end();
  }
}
