import { expect, test } from 'vitest';
import { operators } from '#backend/db/schema/operator.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import { approvePayout, payPayout, processPayout } from '#backend/domain/across/operator/payouts.ts';
import { operatorProgram } from '#backend/node/operator/commands.ts';
import { testBackend } from '../../../setup/backend.ts';
import { newOperator } from '../../../setup/operators.ts';
import { payoutsIn } from '../../../setup/payouts.ts';

/* Corrections and returned payouts on the command line. */
const app = await testBackend();
const { ctx, db, makeFan, makeCreator } = app;
const shell: OperatorCtx = { ...ctx, actor: 'root', actorId: null };
const none = () => Promise.reject(new Error('none here'));

async function run(...words: string[]): Promise<{ printed: string; failed: string | null }> {
  const printed: string[] = [];
  const program = await operatorProgram({
    asOperator: (work) => work(shell),
    backups: { backUp: none, read: none, restore: none },
    print: (line) => printed.push(line),
  });
  for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)])
    command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} });
  const failed = await program.parseAsync(words, { from: 'user' }).then(
    () => null,
    (error: unknown) => (error as Error).message,
  );
  return { printed: printed.join('\n'), failed };
}
const because = ['--reason', 'Charged twice.'] as const;
const idIn = (text: string): string => /[0-9a-f-]{36}/.exec(text)?.[0] ?? '';

test('an adjustment is proposed by one operator and approved by another, who say who they are', async () => {
  const [one, other, fan] = [await newOperator(app), await newOperator(app), await makeFan()];
  const as = ({ username }: { username: string | null }) => ['--as', username ?? ''] as const;
  const propose = ['adjustments', 'propose', fan.username ?? '', '--give', '--tokens', '50', ...because];
  expect((await run(...propose)).failed).toContain('--as');
  const { printed } = await run(...as(one), ...propose);
  expect(printed).toMatch(/^Proposed as [0-9a-f-]+\. Another operator has to approve it\.$/);
  const approve = ['adjustments', 'approve', idIn(printed), '--reason', 'Checked', '--yes'];
  expect((await run(...as(one), ...approve)).failed).toContain('another operator has to approve it');
  const listed = (await run(...as(one), 'adjustments')).printed;
  expect([listed.includes('+50 tokens'), listed.includes('Charged twice.')]).toEqual([true, true]);
  expect((await run(...as(other), ...approve)).printed).toBe(`Adjustment ${idIn(printed)} is approved.`);
  expect(await balanceOf(ctx, 'wallet', fan.id)).toBe(50);
  await db.delete(operators);
});

test('with nobody else, the same person approves, and that is said', async () => {
  const creator = await makeCreator();
  const name = creator.username ?? '';
  const { printed } = await run('adjustments', 'propose', name, '--give', '--earnings', '12.50', ...because);
  const approved = await run('adjustments', 'approve', idIn(printed), '--reason', 'Checked', '--yes');
  expect(approved.printed).toContain('You are the only operator, which is noted.');
  expect(await balanceOf(ctx, 'earnings', creator.id)).toBe(1_250);
  const taken = await run('adjustments', 'propose', name, '--take', '--earnings', '12.51', ...because);
  expect(taken.failed).toContain('can’t be taken');
});

test.each([
  [['--give', ...because], 'Say how much'],
  [['--tokens', '5', ...because], 'Say which'],
  [['--give', '--take', '--tokens', '5', ...because], 'Say which'],
  [['--give', '--tokens', '1.5', ...because], 'whole number of tokens'],
  [['--give', '--earnings', '1.234', ...because], 'like 12.50'],
  [['--give', '--tokens', '5', '--reason', ' '], 'Enter a reason'],
  [['--give', '--tokens', '5', '--reference', 'K7Q3F-92XMA', ...because], 'no order, payout or payment'],
])('%j is refused', async (words, sentence) => {
  const fan = await makeFan();
  expect((await run('adjustments', 'propose', fan.username ?? '', ...words)).failed).toContain(sentence);
});

test('a paid payout that the bank sent back is marked as returned', async () => {
  const { earn, makeBank, ask } = payoutsIn(app);
  const creator = await makeCreator();
  await makeBank(creator);
  await earn(creator.id, 10_000);
  const { _id: id } = await ask(creator, 10_000);
  const back = ['payouts', 'return', id, '--reason', 'Account closed.', '--reference', 'R-1', '--yes'];
  expect((await run(...back)).failed).toContain('can’t become returned');
  await approvePayout(shell, id);
  await processPayout(shell, id);
  await payPayout(shell, id, 'B-1');
  expect((await run(...back)).printed).toBe(`Payout ${id} is marked as returned.`);
  expect(await balanceOf(ctx, 'earnings', creator.id)).toBe(10_000);
  expect((await run('payouts', 'list', '--state', 'returned')).printed).toContain(id);
});
