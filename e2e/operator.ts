import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';

const root = fileURLToPath(new URL('..', import.meta.url));
const dataDir = () => process.env['E2E_DATA_DIR'] ?? '';
const onMock = () => process.env['E2E_TARGET'] === 'mock';
const clockFile = () => join(dataDir(), 'clock');

/** Runs the operator's command line on the data and clock of the server under test; returns its output. */
async function command(...words: readonly string[]): Promise<string> {
  const env = {
    ...process.env,
    DATABASE_URL: '',
    DATA_DIR: dataDir(),
    CLOCK_OFFSET_FILE: clockFile(),
    NODE_ENV: 'production' as const,
  };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'src/backend/node/operator/operator.ts'), ...words],
    { cwd: root, env },
  );
  return stdout;
}
const onPage = (page: Page, deed: Parameters<NonNullable<Window['limelightMock']>['operate']>[0]) =>
  page.evaluate(async (given) => window.limelightMock?.operate(given), deed);

export async function refundByOperator(page: Page, transactionId: string, reason: string): Promise<void> {
  if (onMock()) await onPage(page, { do: 'refund', transactionId, reason });
  else await command('refund', transactionId, '--reason', reason, '--yes');
}

/** Other specs may have made several people operators; then the command line wants to know who decides. */
async function asOperator(): Promise<readonly string[]> {
  const all = JSON.parse(await command('--json', 'operators', 'list')) as { username: string }[];
  return all.length > 1 ? ['--as', all[0]?.username ?? ''] : [];
}

/** Decides the open case about a post: only its creator sees it from then on. */
export async function hideByOperator(page: Page, targetId: string, facts: string): Promise<void> {
  if (onMock()) return onPage(page, { do: 'hide', targetId, facts });
  const cases = JSON.parse(await command('--json', 'cases', 'list', '--state', 'open', '--limit', '500')) as {
    row: { id: string; targetId: string };
  }[];
  const id = cases.find(({ row }) => row.targetId === targetId)?.row.id ?? '';
  const what = ['--action', 'hide', '--rule', 'Terms of service', '--facts', facts];
  await command(...(await asOperator()), 'cases', 'decide', id, ...what);
}

/** The latest emails to an address, each as subject and text. */
export async function mailsTo(page: Page, email: string): Promise<readonly string[]> {
  const mails = onMock()
    ? ((await page.evaluate(() => window.limelightMock?.mails())) ?? [])
    : (JSON.parse(await command('--json', 'mail', 'list', '--limit', '100')) as {
        to: string;
        subject: string;
        text: string;
      }[]);
  return mails.filter(({ to }) => to === email).map(({ subject, text }) => `${subject}\n${text}`);
}

/** Moves a payout one step: approve, process, pay (with the bank's reference) or reject (with a reason). */
export async function movePayout(
  page: Page,
  id: string,
  step: { readonly to: 'approve' | 'process' | 'pay' | 'reject'; readonly text?: string },
): Promise<void> {
  const { to, text = '' } = step;
  const more =
    to === 'pay' ? ['--reference', text, '--yes'] : to === 'reject' ? ['--reason', text, '--yes'] : [];
  if (onMock()) await onPage(page, { do: 'payout', step: to, id, text });
  else await command('payouts', to, id, ...more);
}

/** Lets an account use the operator's desk. */
export async function makeOperator(page: Page, username: string): Promise<void> {
  if (onMock()) await onPage(page, { do: 'add-operator', username });
  else await command('operators', 'add', username);
}

/** Publishes a new version of a page, which everyone is asked to accept. */
export async function askAgain(page: Page, slug: string, changes: string): Promise<void> {
  if (onMock()) return onPage(page, { do: 'ask-again', slug, changes });
  const file = join(dataDir(), `${slug}.html`);
  await writeFile(file, `<p>${changes}</p>`);
  await command('posts', 'write', slug, '--title', slug, '--file', file, '--page', '--ask-again', changes);
  await command('posts', 'publish', slug);
}

/** Takes a page down. The mock's is gone with its test. */
export async function hidePage(slug: string): Promise<void> {
  if (!onMock()) await command('posts', 'hide', slug);
}

/** Changes a setting of the site, which takes effect within two seconds. */
export async function setSetting(page: Page, key: string, text: string): Promise<void> {
  if (onMock()) await onPage(page, { do: 'set-setting', key, text });
  else await command('settings', 'set', key, text);
}

/** Advances the server's clock by a number of days. Sessions of one day have expired by then. */
export async function letDaysPass(page: Page, days: number): Promise<void> {
  const ms = Math.round(days * 86_400_000);
  if (onMock()) return onPage(page, { do: 'move-clock', ms });
  const ahead = Number(await readFile(clockFile(), 'utf8').catch(() => '0')) + ms;
  await writeFile(clockFile(), String(ahead));
}
