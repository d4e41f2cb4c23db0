import type { BackendConfig, Ctx, RequestFacts, UserCtx, Viewer } from '#backend/kernel/context.ts';
import { accounts, sessions } from '#backend/db/schema/accounts.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { type Posting, post } from '#backend/domain/base/ledger/ledger.ts';
import { transaction } from '#backend/kernel/context.ts';
import { hashPassword } from '#backend/domain/people/accounts/password-forms.ts';
import { makeContext } from '#backend/http/api.ts';
import { createHub } from '#backend/kernel/hub.ts';
import type { Ports } from '#backend/ports/ports.ts';
import { createSettings } from '#backend/kernel/settings.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { type FakeClock, type FakePorts, fakePorts } from './fake-ports.ts';

type PerformerValues = typeof performers.$inferInsert;
type AccountValues = typeof accounts.$inferInsert;

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  /** The password of every person created here. */
  readonly password: string;
  /** The token of an open session. */
  readonly token: string;
  readonly viewer: Viewer;
}

export const testPassword = 'correct horse battery';
export const testConfig: BackendConfig = {
  publicUrl: 'https://limelight.test',
  secret: 'a secret for tests only',
  demo: false,
  monitoringDsn: null,
};

let count = 0;

/**
 * A database, fake ports and people: everything that domain functions need, without HTTP. Call it at the top
 * level of a test file.
 */
export async function makeTestApp<More extends Partial<Ports> = object>(
  options: { ports?: More; config?: Partial<BackendConfig>; database?: TestDatabase } = {},
) {
  const database = options.database ?? (await testDatabase());
  const { db } = database;
  const ports = { ...fakePorts(), ...options.ports } as Omit<FakePorts, keyof More> & More & Ports;
  const config = { ...testConfig, ...options.config };
  const settings = createSettings(db);
  const hub = createHub(ports.transport);
  const nobody: RequestFacts = {
    ip: '203.0.113.1',
    country: null,
    userAgent: 'vitest',
    idempotencyKey: null,
  };

  /** The context of a request by `viewer`, or by a visitor. */
  function ctxOf(viewer: Viewer, request?: Partial<RequestFacts>): UserCtx;
  function ctxOf(viewer: null, request?: Partial<RequestFacts>): Ctx;
  function ctxOf(viewer: Viewer | null, request: Partial<RequestFacts> = {}): Ctx {
    return makeContext({ db, ports, config, settings, hub }, viewer, { ...nobody, ...request });
  }
  const ctx = ctxOf(null);

  async function makePerson(values: Partial<AccountValues>): Promise<Person> {
    count += 1;
    const id = ports.ids();
    const moment = ports.clock.now();
    const username = values.username ?? `${values.isPerformer ? 'creator' : 'fan'}-${count}`;
    const email = values.email ?? `${username}@limelight.test`;
    const name = values.name ?? `Person ${count}`;
    const passwordHash = await hashPassword(ctx, testPassword);
    await db.insert(accounts).values({
      id,
      name,
      passwordHash,
      emailVerifiedAt: moment,
      createdAt: moment,
      updatedAt: moment,
      ...values,
      username,
      email,
    });
    const { token, sessionId } = await openSession(id);
    return {
      id,
      username,
      email,
      password: testPassword,
      token,
      viewer: {
        id,
        username,
        name,
        isPerformer: values.isPerformer ?? false,
        hasSpendCaps: values.hasSpendCaps ?? false,
        sessionId,
      },
    };
  }

  /** Opens another session of an account. Negative `hours` create an expired one. */
  async function openSession(accountId: string, hours = 24): Promise<{ token: string; sessionId: string }> {
    const token = ports.crypto.randomToken(32);
    const sessionId = ports.ids();
    const moment = ports.clock.now();
    await db.insert(sessions).values({
      id: sessionId,
      accountId,
      tokenHash: ports.crypto.sha256(token),
      remember: false,
      createdAt: moment,
      provedAt: moment,
      factorPassedAt: moment,
      lastSeenAt: moment,
      expiresAt: new Date(moment.getTime() + hours * 3_600_000),
    });
    return { token, sessionId };
  }

  const makeFan = (values: Partial<AccountValues> = {}) => makePerson({ ...values, isPerformer: false });

  /** An approved creator with a price of 9.99 a month by default. */
  async function makeCreator(
    values: Partial<AccountValues> = {},
    profile: Partial<PerformerValues> = {},
  ): Promise<Person> {
    const person = await makePerson({ ...values, isPerformer: true });
    const moment = ports.clock.now();
    await db.insert(performers).values({
      accountId: person.id,
      verified: 'approved',
      monthlyPrice: 999,
      yearlyPrice: 9_990,
      createdAt: moment,
      updatedAt: moment,
      ...profile,
    });
    return person;
  }

  /** Adds tokens to a wallet through the ledger, as a grant by the site. */
  async function fund(accountId: string, tokens: number): Promise<void> {
    const worth = tokens * 5;
    const postings: Posting[] = [
      { site: 'promotion', amount: -worth },
      { site: 'exchangeMoney', amount: worth },
      { site: 'exchangeTokens', amount: -tokens },
      { kind: 'wallet', ownerId: accountId, amount: tokens },
    ];
    await transaction(ctx, (tx) =>
      post(tx, {
        kind: 'grant',
        subject: 'grant',
        actorId: accountId,
        description: 'Tokens for a test',
        postings,
      }),
    );
  }

  return { ...database, ports, config, settings, hub, ctx, ctxOf, makeFan, makeCreator, openSession, fund };
}
/** The app with any ports. */
export type TestApp = Omit<Awaited<ReturnType<typeof makeTestApp<object>>>, 'ports'> & {
  readonly ports: Ports & { readonly clock: FakeClock };
};
