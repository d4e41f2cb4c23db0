import { desc, eq } from 'drizzle-orm';
import { accounts, emailChanges, oneTimeTokens, sessions } from '#backend/db/schema/accounts.ts';
import { accountBlocks, countryBlocks } from '#backend/db/schema/blocks.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { follows } from '#backend/db/schema/community.ts';
import { secondFactors } from '#backend/db/schema/factors.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { notifications } from '#backend/db/schema/notifications.ts';
import { notify } from '#backend/domain/people/notifications/notify.ts';
import { buildToken as tokenOfMail } from '#backend/domain/people/notifications/unsubscribing.ts';
import { cards } from '#backend/db/schema/payments.ts';
import { feeds } from '#backend/db/schema/posts.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { purchases } from '#backend/db/schema/wallet.ts';
import type { LooseInput, TestBackend } from '../setup/backend.ts';
import type { FakeGeo } from '../setup/fake-ports.ts';
import { makeConversation } from '../setup/conversations.ts';
import { cardToken } from '../setup/money.ts';
import { makeOperator } from '../setup/operators.ts';
import { postsIn } from '../setup/posts.ts';
import type { Person } from '../setup/test-app.ts';

/**
 * The callers, in the order of the columns. `fan` owns a card, a session and a conversation with `owner`;
 * `owner` is the creator whose profile and content are addressed; `subscriber` follows and subscribes to
 * them; `blocked` was blocked by them; `closed` calls from a country they blocked. `expired` and `loggedOut`
 * have invalid tokens of `fan`.
 * `operator` is a fan without any relation to the others who may use the operator's desk.
 */
export const identities = [
  'anonymous',
  'fan',
  'otherFan',
  'subscriber',
  'owner',
  'otherCreator',
  'blocked',
  'closed',
  'expired',
  'loggedOut',
  'operator',
] as const;
export type Identity = (typeof identities)[number];

type PersonName = Exclude<Identity, 'anonymous' | 'expired' | 'loggedOut'>;
const personOf: Record<Identity, PersonName> = {
  anonymous: 'fan',
  fan: 'fan',
  otherFan: 'otherFan',
  subscriber: 'subscriber',
  owner: 'owner',
  otherCreator: 'otherCreator',
  blocked: 'blocked',
  closed: 'closed',
  expired: 'fan',
  loggedOut: 'fan',
  operator: 'operator',
};

let addresses = 0;
/** A new address, because limits per address aren't tested here. */
function newAddress(): string {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
}

/** People with their relations, made for each row, and what they own, made for each cell. */
export async function makeScene(app: TestBackend, geo: FakeGeo) {
  const { db, ports, makeFan, makeCreator, openSession, ok, fund } = app;
  const { makeFile, makeVideo } = postsIn(app);
  const moment = () => ports.clock.now();
  const people: Record<PersonName, Person> = {
    fan: await makeFan(),
    otherFan: await makeFan(),
    subscriber: await makeFan(),
    owner: await makeCreator(),
    otherCreator: await makeCreator(),
    blocked: await makeFan(),
    closed: await makeFan(),
    operator: await makeFan(),
  };
  const { owner, fan, subscriber, blocked } = people;

  async function addSubscription(userId: string): Promise<string> {
    const id = ports.ids();
    await db.insert(subscriptions).values({
      id,
      userId,
      performerId: owner.id,
      type: 'monthly',
      state: 'active',
      price: 999,
      gateway: ports.payments.name,
      startedAt: moment(),
      periodEnd: new Date(moment().getTime() + 30 * 86_400_000),
      createdAt: moment(),
      updatedAt: moment(),
    });
    return id;
  }
  const subscriptionId = await addSubscription(subscriber.id);
  const { id: conversationId } = await makeConversation(app, [fan, owner], [fan, owner]);
  /** Started before the block. */
  const {
    id: blockedConversationId,
    messageIds: [blockedMessageId],
  } = await makeConversation(app, [blocked, owner], [blocked]);
  await db.insert(follows).values({ followerId: subscriber.id, performerId: owner.id, createdAt: moment() });
  await db.insert(accountBlocks).values({ blockerId: owner.id, blockedId: blocked.id, createdAt: moment() });
  await db.insert(countryBlocks).values({ blockerId: owner.id, country: 'FR', createdAt: moment() });
  await makeOperator(app, people.operator.id);
  for (const { id } of Object.values(people)) await fund(id, 1_000);

  async function tokenOf(who: Identity): Promise<string | null> {
    if (who === 'anonymous') return null;
    const { token, sessionId } = await openSession(people[personOf[who]].id, who === 'expired' ? -1 : 24);
    if (who === 'loggedOut') await db.delete(sessions).where(eq(sessions.id, sessionId));
    return token;
  }

  return {
    ...people,
    /** For creating further data, such as rows and files. */
    app,
    /** A creator unrelated to the others. */
    someCreator: await makeCreator(),
    subscriptionId,
    conversationId,
    blockedConversationId,
    blockedMessageId: blockedMessageId!,
    /** The account that an identity is or claims to be. */
    accountOf: (who: Identity): Person => people[personOf[who]],
    /** Token and address of a call by an identity; both are new for each call. */
    async callAs(who: Identity): Promise<{ token: string | null; ip: string }> {
      const ip = newAddress();
      if (who === 'closed') geo.countries.set(ip, 'FR');
      return { token: await tokenOf(who), ip };
    },
    /** Puts an account into a state that changes what it may do. */
    async put(who: Identity, state: 'suspended' | 'pending' | 'as before'): Promise<void> {
      const { id } = people[personOf[who]];
      const suspendedAt = state === 'suspended' ? moment() : null;
      await db.update(accounts).set({ suspendedAt }).where(eq(accounts.id, id));
      const verified = state === 'pending' ? 'pending' : 'approved';
      await db.update(performers).set({ verified }).where(eq(performers.accountId, id));
    },
    /** A published post of the owner, for subscribers by default. */
    async post(values: Partial<typeof feeds.$inferInsert> = {}): Promise<string> {
      const id = ports.ids();
      await db.insert(feeds).values({
        id,
        performerId: owner.id,
        type: 'text',
        text: 'A post',
        audience: 'subscribers',
        state: 'published',
        publishedAt: moment(),
        createdAt: moment(),
        updatedAt: moment(),
        ...values,
      });
      return id;
    },
    /** Turns off whatever an identity has beside its password. */
    withoutFactor: (who: Identity) =>
      db.delete(secondFactors).where(eq(secondFactors.accountId, people[personOf[who]].id)),
    /** A purchase, as far as the access rule needs it. */
    async buy(
      accountId: string,
      itemId: string,
      kind: (typeof purchases.$inferInsert)['kind'] = 'feed',
    ): Promise<void> {
      const [payment] = await db.select({ id: ledgerTransactions.id }).from(ledgerTransactions).limit(1);
      await db.insert(purchases).values({
        id: ports.ids(),
        accountId,
        kind,
        itemId,
        performerId: owner.id,
        transactionId: payment!.id,
        price: 10,
        createdAt: moment(),
      });
    },
    /** Opens another session of an account. */
    session: async (accountId: string): Promise<string> => (await openSession(accountId)).sessionId,
    /** A saved card. */
    async card(accountId: string): Promise<string> {
      const id = ports.ids();
      const kept = await ports.payments.saveCard({ accountId, customerId: '', token: cardToken('pays') });
      await db.insert(cards).values({
        id,
        accountId,
        gateway: ports.payments.name,
        ...kept,
        isDefault: false,
        createdAt: moment(),
      });
      return id;
    },
    /** A paid message by the owner to the fan, with a photo and a video. */
    async paidMessage(price = 20): Promise<{ id: string; videoId: string }> {
      const [photoId, videoId] = [await makeFile(owner.id), await makeVideo(owner.id)];
      const { _id: id } = await ok('POST /messages/conversations/:id', {
        token: owner.token,
        params: { id: conversationId },
        body: { conversationId, data: { text: 'For you', files: [photoId, videoId], price } },
      });
      return { id, videoId };
    },
    /** A message by the fan to the owner. */
    message: async (): Promise<string> => {
      const { _id: id } = await ok('POST /messages/conversations/:id', {
        token: fan.token,
        params: { id: conversationId },
        body: { conversationId, data: { text: 'Hello' } },
      });
      return id;
    },
    /** The token of a password reset for the fan. */
    async resetToken(): Promise<string> {
      const token = ports.crypto.randomToken(32);
      await db.insert(oneTimeTokens).values({
        id: ports.ids(),
        accountId: fan.id,
        purpose: 'reset-password',
        tokenHash: ports.crypto.sha256(token),
        email: fan.email,
        createdAt: moment(),
        expiresAt: new Date(moment().getTime() + 60_000),
      });
      return token;
    },
    /** The token of the email that asks the fan's old address to approve a change. */
    async emailChangeToken(): Promise<string> {
      const token = ports.crypto.randomToken(32);
      await db.delete(emailChanges);
      await db.insert(emailChanges).values({
        id: ports.ids(),
        accountId: fan.id,
        oldEmail: fan.email,
        newEmail: `${ports.ids()}@example.com`,
        newHash: ports.crypto.sha256(`${token} new`),
        oldHash: ports.crypto.sha256(token),
        state: 'open',
        createdAt: moment(),
        endsAt: new Date(moment().getTime() + 60_000),
      });
      return token;
    },
    /** A notification of the fan's. */
    async notification(): Promise<string> {
      await notify(app.ctx, { to: fan.id, type: 'order', text: 'Your order was shipped.', href: null });
      const [row] = await db
        .select({ id: notifications.id })
        .from(notifications)
        .where(eq(notifications.accountId, fan.id))
        .orderBy(desc(notifications.id));
      return row!.id;
    },
    /** A device of the fan's that receives push notifications. */
    async pushDevice(): Promise<string> {
      const { _id: id } = await app.ok('POST /notifications/push', {
        token: fan.token,
        body: {
          endpoint: `https://push.limelight.dev/${ports.ids()}`,
          keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
        },
      });
      return id;
    },
    /** From an email to the fan. */
    unsubscribeToken: (): string => tokenOfMail(app.ctx, { accountId: fan.id, what: 'digest' }),
    /** A unique string. */
    fresh: (): string => ports.ids().replaceAll('-', '').slice(-20),
  };
}
export type Scene = Awaited<ReturnType<typeof makeScene>>;
export type { LooseInput };
