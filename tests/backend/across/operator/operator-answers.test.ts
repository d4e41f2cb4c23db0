import { Help } from 'commander';
import { describe, expect, test } from 'vitest';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import { listPayments } from '#backend/domain/across/operator/refunds.ts';
import { getSettings, setSetting } from '#backend/domain/across/operator/settings.ts';
import { operatorProgram } from '#backend/node/operator/commands.ts';
import { settable } from '#backend/node/operator/options.ts';
import { runOperator } from '#backend/node/operator/run.ts';
import { testBackend } from '../../../setup/backend.ts';
import { moneyIn } from '../../../setup/money.ts';

const app = await testBackend();
const { ctx, ok, ports, makeFan, makeCreator } = app;
const { addCard, newKey } = moneyIn(app);
const operator: OperatorCtx = { ...ctx, actor: 'olga', actorId: null };
const backups = {
  backUp: () => Promise.reject(new Error('none here')),
  read: () => Promise.reject(new Error('none here')),
  restore: () => Promise.reject(new Error('none here')),
};

async function shell(...words: string[]): Promise<{ code: number; printed: string; errors: string }> {
  const [printed, errors]: [string[], string[]] = [[], []];
  const program = await operatorProgram({
    asOperator: (work) => work(operator),
    backups,
    print: (line) => printed.push(line),
  });
  for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)])
    command.configureOutput({
      writeOut: (text) => void printed.push(text),
      writeErr: (text) => void errors.push(text),
    });
  return {
    code: await runOperator(program, words, (line) => errors.push(line)),
    printed: printed.join('\n'),
    errors: errors.join('\n'),
  };
}

describe('errors', () => {
  test.each([
    [
      ['settings', 'set', 'tokenRate', '0'],
      { status: 422, code: 'invalid_input', message: 'tokenRate: Enter at least 1.' },
    ],
    [
      ['settings', 'set', 'nonsense', '1'],
      { status: 422, code: 'invalid_input', message: 'There is no setting called nonsense.' },
    ],
    [
      ['ledger', 'list', '--of', 'nobody-here'],
      { status: 404, code: 'not_found', message: 'There is no user with the username nobody-here.' },
    ],
    [['jobs', 'list', '--state', 'strange'], { code: 'usage' }],
    [['performers', 'approve'], { code: 'usage' }],
    [['performers', 'approve', 'x', '--nonsense'], { code: 'usage' }],
    [['nonsense'], { code: 'usage' }],
    [['backup', '/nowhere'], { code: 'internal', message: 'none here' }],
  ])('%j is reported to programs as JSON, and to people as text', async (words, error) => {
    const told = await shell('--json', ...words);
    expect([told.code, told.printed, JSON.parse(told.errors)]).toEqual([
      1,
      '',
      { error: expect.objectContaining({ message: expect.any(String), ...error }) },
    ]);
    const said = await shell(...words);
    expect([said.code, said.printed]).toEqual([1, '']);
    expect(said.errors).toContain((JSON.parse(told.errors) as { error: { message: string } }).error.message);
  });

  test("help isn't an error", async () => {
    expect(await shell('--help')).toMatchObject({ code: 0, errors: '' });
  });
});

describe('a setting that would change nothing', () => {
  const set = (key: string, text: string) =>
    setSetting(operator, { key, text }).then(
      () => 'taken',
      (error: Error) => error.message,
    );

  test('is rejected with the reason; valid without it, it is accepted', async () => {
    expect(await set('paymentGateway', 'stripe')).toMatch(
      /^Payments go through the sandbox, because no Stripe keys are set in the environment\./,
    );
    expect(await set('paymentGateway', 'sandbox')).toBe('taken');
    expect(await set('stripePublishableKey', 'pk_test_1')).toMatch(/^Payments go through the sandbox/);
    expect(await set('stripePublishableKey', 'null')).toBe('taken');
    const stripe: OperatorCtx = {
      ...operator,
      ports: { ...ports, payments: { ...ports.payments, name: 'stripe', publishableKey: 'pk_test_1' } },
    };
    await expect(setSetting(stripe, { key: 'paymentGateway', text: 'sandbox' })).rejects.toThrow(
      /remove STRIPE_SECRET_KEY/,
    );
    await expect(setSetting(stripe, { key: 'stripePublishableKey', text: 'pk_test_2' })).rejects.toThrow(
      'STRIPE_PUBLISHABLE_KEY in the environment takes precedence. Change it there.',
    );
  });
});

test("a payment's outcome is listed with it, in cents for a card and tokens for a wallet", async () => {
  const [fan, creator] = [await makeFan(), await makeCreator()];
  const cardId = await addCard(fan);
  await ok('POST /payment/wallet/top-up', {
    token: fan.token,
    key: newKey(),
    body: { amount: 1_000, cardId },
  });
  await ok('POST /wallet/charges/tip/:id', {
    token: fan.token,
    params: { id: creator.id },
    body: { amount: 20 },
  });
  expect(
    (await listPayments(operator, { of: fan.username, limit: 10 })).map(({ amount, unit }) => [amount, unit]),
  ).toEqual([
    [20, 'token'],
    [1_000, 'money'],
  ]);
  const { printed } = await shell('ledger', 'list', '--of', fan.username);
  expect(printed).toMatch(/AMOUNT/);
  expect(printed).toMatch(/ 20 tokens .*\n.* 10\.00 USD /);
});

test('what `settings get` prints is what `settings set` takes, for every setting', async () => {
  for (const { key, value } of await getSettings(operator))
    expect((await setSetting(operator, { key, text: settable(value) })).value, key).toEqual(value);
});

test('a logo is a file that the site serves, which pages can load', async () => {
  const set = (text: string) => setSetting(operator, { key: 'logo', text });
  for (const text of [
    'https://example.com/logo.png',
    '//example.com/logo.png',
    '/opt/limelight/logo.png',
    'logo',
  ])
    await expect(set(text), text).rejects.toThrow('serves itself');
  expect((await set('/logo.svg')).value).toBe('/logo.svg');
  expect((await set('null')).value).toBeNull();
});

test('the list of commands names the arguments that each has, loaded or not', async () => {
  const deps = { asOperator: () => Promise.reject(new Error('none here')), backups, print: () => {} };
  const [all, few] = [
    await operatorProgram(deps),
    await operatorProgram(deps, ['--as', 'olga', 'help', 'mail']),
  ];
  const plain = new Help();
  const list = all.createHelp();
  for (const command of all.commands)
    expect(list.subcommandTerm(command)).toBe(plain.subcommandTerm(command));
  expect(few.helpInformation()).toBe(all.helpInformation());
  expect(
    few.commands.filter((command) => command.commands.length > 0).map((command) => command.name()),
  ).toEqual(['mail']);
});
