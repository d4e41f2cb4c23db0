import { expect } from 'vitest';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { expireRequests } from '#backend/domain/talk/messages/requests/expiring.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { TestBackend } from './backend.ts';
import { talkOf } from './talk.ts';
import type { Person } from './test-app.ts';

type Terms = ReplyOf<'GET /message-requests/settings'>;
interface Draft {
  readonly text?: string;
  readonly clientId?: string;
  readonly expectedPrice?: number;
  /** The `Idempotency-Key`. */
  readonly key?: string;
}

/** Helpers for tests of message requests. */
export function requestingIn(app: TestBackend) {
  const { call, ok, makeFan, makeCreator, fund, ctx, ports } = app;
  const { open } = talkOf(app);

  const terms = (creator: Person, change: Partial<Terms>) =>
    ok('PUT /message-requests/settings', {
      token: creator.token,
      body: { writeFirst: 'everyone', asksFirst: true, firstMessagePrice: 0, ...change },
    });
  async function askingCreator(change: Partial<Terms> = {}): Promise<Person> {
    const creator = await makeCreator();
    await terms(creator, change);
    return creator;
  }
  /** A fan with tokens. */
  async function richFan(tokens = 1_000): Promise<Person> {
    const fan = await makeFan();
    await fund(fan.id, tokens);
    return fan;
  }
  const write = (from: Person, id: string, { key, ...draft }: Draft = {}) =>
    call('POST /messages/conversations/:id', {
      token: from.token,
      ...(key === undefined ? {} : { key }),
      params: { id },
      body: { conversationId: id, data: { text: 'Hello', ...draft } },
    });
  /** A request for 100 tokens, or another price. */
  async function request(price = 100, fan?: Person) {
    const [from, creator] = [fan ?? (await richFan()), await askingCreator({ firstMessagePrice: price })];
    const { _id: id } = await open(from, creator);
    const { status, data: message } = await write(from, id, {
      expectedPrice: price,
      key: ports.ids(),
    });
    expect(status).toBe(201);
    return { fan: from, creator, id, message };
  }
  const answer = (who: Person, id: string, what: 'accept' | 'decline') =>
    call(`POST /conversations/:id/${what}-request`, { token: who.token, params: { id } });
  const organize = (who: Person, id: string, body: Record<string, boolean>) =>
    call('PUT /conversations/:id/inbox', { token: who.token, params: { id }, body });
  const counts = (who: Person) => ok('GET /conversations/counts', { token: who.token });
  const wallet = async (who: Person) => [
    await balanceOf(ctx, 'wallet', who.id),
    await balanceOf(ctx, 'wallet_held', who.id),
  ];
  const earned = (who: Person) => balanceOf(ctx, 'earnings', who.id);
  const sound = async () => expect(await checkLedger(ctx)).toEqual([]);
  const expire = () => expireRequests(ctx);
  return {
    terms,
    askingCreator,
    richFan,
    write,
    request,
    answer,
    organize,
    counts,
    wallet,
    earned,
    sound,
    expire,
  };
}
