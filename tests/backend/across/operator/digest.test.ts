import { beforeEach, describe, expect, test } from 'vitest';
import { operators } from '#backend/db/schema/operator.ts';
import { contactMessages, emailOutbox } from '#backend/db/schema/site.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { sendOperatorDigest } from '#backend/domain/across/operator/digest.ts';
import { mailOperators } from '#backend/domain/base/site/operator-mail.ts';
import { setSetting } from '#backend/domain/across/operator/settings.ts';
import { rateLimits } from '#backend/db/schema/kernel.ts';
import { warnWithoutContact } from '#backend/node/process/contact-warning.ts';
import { testBackend } from '../../../setup/backend.ts';
import { newOperator } from '../../../setup/operators.ts';

const app = await testBackend();
const { ctx, db, ports } = app;
const hour = 3_600_000;
const ago = (hours: number) => new Date(ports.clock.now().getTime() - hours * hour);
const contactIs = (text: string) =>
  setSetting({ ...ctx, actor: 'olga', actorId: null }, { key: 'contactEmail', text, isSure: true });

async function wait(hours: number): Promise<void> {
  const person = { name: 'Eve', email: 'eve@example.com', subject: 'Hi', message: 'Where is my bill?' };
  await db.insert(contactMessages).values({ id: ports.ids(), ...person, createdAt: ago(hours) });
}
const mails = () => db.select().from(emailOutbox).orderBy(emailOutbox.to);

beforeEach(async () => {
  for (const table of [contactMessages, jobs, emailOutbox, operators, rateLimits]) await db.delete(table);
  await contactIs('null');
});

describe('the digest', () => {
  test('names each queue in which something waits, once a day, to every operator and the contact address', async () => {
    const [first, second] = [await newOperator(app), await newOperator(app)];
    await contactIs('desk@example.com');
    await wait(50);
    await wait(1);
    await db.insert(jobs).values({
      id: ports.ids(),
      kind: 'mail-send',
      payload: {},
      runAt: ago(2),
      failedAt: ago(2),
      createdAt: ago(2),
    });
    const unsent = { to: 'a@example.com', subject: 's', text: 't', createdAt: ago(2) };
    await db.insert(emailOutbox).values({ id: ports.ids(), ...unsent });
    await db.insert(emailOutbox).values({ id: ports.ids(), ...unsent, createdAt: ago(0) });
    await sendOperatorDigest(ctx);
    await sendOperatorDigest(ctx);
    const digests = (await mails()).filter(({ subject }) => subject.startsWith('What’s waiting'));
    expect(digests.map(({ to }) => to).sort()).toEqual(
      [first.email, second.email, 'desk@example.com'].sort(),
    );
    expect(digests[0]?.text.split('\n\n')[0]?.split('\n')).toEqual([
      'Contact messages: 2, the oldest for 2 days',
      'Failed jobs: 1, the oldest for less than a day',
      'Emails that couldn’t be sent: 1',
    ]);
    expect(digests[0]?.text).toContain('/operator');
    expect(new Set(digests.map(({ text }) => text)).size).toBe(1);
  });

  test('isn’t written when nothing waits, or to a guessed address', async () => {
    await newOperator(app);
    await sendOperatorDigest(ctx);
    expect(await mails()).toEqual([]);
    await db.delete(operators);
    await wait(1);
    await sendOperatorDigest(ctx);
    expect(await mails()).toEqual([]);
    // Nothing was taken, so the day’s digest still comes once there is someone to read it.
    await contactIs('desk@example.com');
    await sendOperatorDigest(ctx);
    expect((await mails()).map(({ to }) => to)).toEqual(['desk@example.com']);
  });
});

describe('mail that can’t wait', () => {
  test('goes to every operator and the contact address, each once, and else to a guessed one', async () => {
    const letter = { subject: 'Dispute open', text: 'Payment 1' };
    await mailOperators(ctx, letter);
    expect((await mails()).map(({ to }) => to)).toEqual(['operator@limelight.test']);
    await db.delete(emailOutbox);
    const operator = await newOperator(app);
    await contactIs(operator.email);
    await mailOperators(ctx, letter);
    expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([
      [operator.email, 'Dispute open'],
    ]);
  });
});

describe('the start', () => {
  const warned = async (contactEmail: string | null, demo = false): Promise<string[]> => {
    const said: string[] = [];
    await warnWithoutContact({
      settings: { all: async () => ({ contactEmail }) },
      config: { demo, publicUrl: 'https://fans.example:8443' },
      log: { warn: (sentence) => said.push(sentence) },
    });
    return said;
  };

  test('warns without a contact address, except in the demo', async () => {
    expect(await warned(null)).toEqual([expect.stringMatching(/goes to operator@fans\.example\. Set yours/)]);
    expect(await warned('desk@example.com')).toEqual([]);
    expect(await warned(null, true)).toEqual([]);
  });
});
