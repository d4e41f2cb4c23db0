import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Ctx, signedIn } from '#backend/kernel/context.ts';
import { auditLog } from '#backend/db/schema/operator.ts';
import { payoutMethods } from '#backend/db/schema/payouts.ts';
import { showPayout } from '#backend/domain/across/operator/payouts.ts';
import { saveBank } from '#backend/domain/trade/payouts/methods.ts';
import { operatorProgram } from '#backend/node/operator/commands.ts';
import { testBackend } from '../../../setup/backend.ts';
import { aBank, ibans, payoutsIn } from '../../../setup/payouts.ts';
import type { Person } from '../../../setup/test-app.ts';

/* Sealed data stays readable after the secret changes, as long as the previous secret is configured. */
const app = await testBackend();
const { ctx, db } = app;
const { operator, earn, makeBank, makeConnect, ask } = payoutsIn(app);
const old = ctx.config.secret;
/** The same installation after its secret was changed. */
const changed = <Of extends Ctx>(context: Of, previousSecrets: readonly string[] = [old]): Of => ({
  ...context,
  config: { ...context.config, secret: 'another secret for tests only', previousSecrets },
});

let creator: Person;
beforeEach(async () => {
  await db.delete(auditLog);
  await db.update(payoutMethods).set({ sealed: null });
  creator = await app.makeCreator();
  await makeBank(creator);
});
const methodOf = async (person: Person) =>
  (
    await db
      .select()
      .from(payoutMethods)
      .where(eq(payoutMethods.accountId, person.id))
      .orderBy(payoutMethods.createdAt, payoutMethods.id)
  ).at(-1)!;
const { exitCode } = process;
afterEach(() => {
  process.exitCode = exitCode;
});

async function renew(as = changed(operator)) {
  const printed: string[] = [];
  const none = () => Promise.reject(new Error('none here'));
  const program = await operatorProgram({
    asOperator: (work) => work(as),
    backups: { backUp: none, read: none, restore: none },
    print: (line) => printed.push(line),
  });
  await program.parseAsync(['--json', 'secret', 'renew'], { from: 'user' });
  return JSON.parse(printed.join('\n')) as { renewed: number; current: number; unreadable: string[] };
}

describe('after changing the secret', () => {
  test('bank details can be decrypted with the previous one; without it the operator is told which setting is missing', async () => {
    await earn(creator.id, 10_000);
    const { _id } = await ask(creator, 6_000);
    expect((await showPayout(changed(operator), _id)).details).toMatchObject({ iban: aBank.iban });
    await expect(showPayout(changed(operator, []), _id)).rejects.toThrow(/SECRET_PREVIOUS/);
  });

  test("they are re-encrypted once; then the previous one isn't needed", async () => {
    const before = await methodOf(creator);
    const first = await renew();
    expect(first).toMatchObject({ current: 0, unreadable: [] });
    expect(first.renewed).toBeGreaterThan(0);
    expect((await methodOf(creator)).sealed).not.toBe(before.sealed);
    await earn(creator.id, 10_000);
    const { _id } = await ask(creator, 6_000);
    expect((await showPayout(changed(operator, []), _id)).details).toMatchObject({ iban: aBank.iban });
    expect(await renew()).toMatchObject({ renewed: 0, current: first.renewed, unreadable: [] });
    expect(
      (await db.select().from(auditLog).where(eq(auditLog.action, 'secret.renewed'))).map(
        ({ actor, facts }) => [actor, facts],
      ),
    ).toEqual([
      ['olga', expect.objectContaining({ renewed: first.renewed, current: 0, unreadable: [] })],
      ['olga', expect.objectContaining({ renewed: 0, current: first.renewed, unreadable: [] })],
    ]);
  });

  test('a shared account is detected again, at a bank and at the gateway', async () => {
    const [banker, other] = [await app.makeCreator(), await app.makeCreator()];
    await makeBank(banker, { country: 'GB', iban: ibans.GB });
    await makeConnect(other);
    const prints = await Promise.all(
      [banker, other].map(async (person) => (await methodOf(person)).fingerprint),
    );
    await renew();
    const renewed = await Promise.all(
      [banker, other].map(async (person) => (await methodOf(person)).fingerprint),
    );
    expect(renewed.filter((print) => prints.includes(print))).toEqual([]);
    const again = await app.makeCreator();
    const asAgain = signedIn({
      ...changed(ctx),
      viewer: {
        id: again.id,
        username: null,
        name: 'A',
        isPerformer: true,
        sessionId: app.ports.ids(),
        hasSpendCaps: false,
      },
    });
    await saveBank(asAgain, again.id, { ...aBank, country: 'GB', iban: ibans.GB, password: again.password });
    expect((await methodOf(again)).fingerprint).toBe(renewed[0]);
  });

  test('details that no secret decrypts are named, the rest is done; the creator can enter them again', async () => {
    const lost = await methodOf(creator);
    const stranger = { ...ctx, config: { ...ctx.config, secret: 'a secret that nobody kept' } };
    const other = await app.makeCreator();
    const asOther = (context: Ctx) =>
      signedIn({
        ...context,
        viewer: {
          id: other.id,
          username: null,
          name: 'O',
          isPerformer: true,
          sessionId: app.ports.ids(),
          hasSpendCaps: false,
        },
      });
    await saveBank(asOther(stranger), other.id, { ...aBank, password: other.password });
    const unreadable = (await methodOf(other)).id;
    const done = await renew();
    expect([done.unreadable, process.exitCode]).toEqual([[unreadable], 1]);
    expect((await methodOf(creator)).sealed).not.toBe(lost.sealed);
    const saved = await saveBank(asOther(changed(ctx)), other.id, { ...aBank, password: other.password });
    expect([saved._id === unreadable, saved.last4, (await renew()).unreadable]).toEqual([
      false,
      '3000',
      [unreadable],
    ]);
  });
});
