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

/** The command line itself, on the data and by the clock of the server under test; what it printed. */
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

/** The texts of the latest mails written to an address, under their subjects. */
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

/**
 * One step of a payout: approved, processing, paid (with the bank's reference) or rejected (with a reason).
 */
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

/** Lets so many days pass on the server; whoever logged in for one is logged out by then. */
export async function letDaysPass(page: Page, days: number): Promise<void> {
  const ms = Math.round(days * 86_400_000);
  if (onMock()) return onPage(page, { do: 'move-clock', ms });
  const ahead = Number(await readFile(clockFile(), 'utf8').catch(() => '0')) + ms;
  await writeFile(clockFile(), String(ahead));
}
