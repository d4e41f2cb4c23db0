import { translate } from '../tests/setup/translator.ts';
import { noteSecrets } from './used-secrets.ts';
import { test as base } from 'playwright/test';
import type { BrowserContext, Locator, Page } from 'playwright/test';

export { expect } from 'playwright/test';
export type { Locator, Page };

interface Fixtures {
  /** What runs behind the pages: the server, or the same backend inside the browser. */
  target: 'server' | 'mock';
  /**
   * Logs `page` in through the API and opens the page that the account lands on. The password defaults to
   * that of the demo accounts.
   */
  loginAs: (page: Page, name: string, password?: string) => Promise<void>;
  /** A page for a second person with separate cookies. Closed after the test. */
  newPerson: () => Promise<Page>;
  /**
   * A test fails if a page throws or the browser blocks something by policy; list what a test provokes on
   * purpose.
   */
  expectedProblems: RegExp[];
}

export const test = base.extend<Fixtures & { watched: void }>({
  target: async ({}, give) => give(process.env.E2E_TARGET === 'mock' ? 'mock' : 'server'),
  loginAs: async ({ target }, give) =>
    give((page, name, password = 'limelight') => login(page, { name, password, target })),
  expectedProblems: async ({}, give) => give([]),
  watched: [
    async ({ context, expectedProblems }, give) => {
      const problems = watch(context);
      const hand = noteSecrets(context);
      if (process.env.E2E_TRANSLATED) await translated(context);
      await give();
      await hand();
      refuse(problems, expectedProblems);
    },
    { auto: true },
  ],
  newPerson: async ({ browser, context, contextOptions, target, expectedProblems }, give) => {
    const contexts: BrowserContext[] = [];
    const [problems, hands]: [string[][], (() => Promise<void>)[]] = [[], []];
    await give(async () => {
      // The mock's data is limited to a browser profile, so its second person is a tab of the same profile
      // with its own cookies.
      if (target === 'mock') return tabOfItsOwn(context);
      const another = await browser.newContext(contextOptions);
      contexts.push(another);
      problems.push(watch(another));
      if (process.env.E2E_TRANSLATED) await translated(another);
      hands.push(noteSecrets(another));
      return another.newPage();
    });
    for (const hand of hands) await hand();
    for (const another of contexts) await another.close();
    refuse(problems.flat(), expectedProblems);
  },
});

/** @throws Error when pages reported something that the test didn't provoke on purpose. */
function refuse(problems: readonly string[], expectedProblems: readonly RegExp[]): void {
  const unexpected = problems.filter(
    (problem) => !expectedProblems.some((expected) => expected.test(problem)),
  );
  if (unexpected.length > 0) throw new Error(`The pages reported:\n${unexpected.join('\n')}`);
}

/** A tab with its own cookies, which last as long as the tab. */
async function tabOfItsOwn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const jar = () =>
      new Map<string, string>(
        JSON.parse(sessionStorage.getItem('own-cookies') ?? '[]') as [string, string][],
      );
    Object.defineProperty(document, 'cookie', {
      get: () => [...jar()].map(([name, value]) => `${name}=${value}`).join('; '),
      set: (text: string) => {
        const [pair = '', ...attributes] = text.split(';').map((part) => part.trim());
        const [name = '', ...value] = pair.split('=');
        const expires = attributes.find((part) => /^expires=/i.test(part))?.slice('expires='.length);
        const cookies = jar();
        if (expires && Date.parse(expires) < Date.now()) cookies.delete(name);
        else cookies.set(name, value.join('='));
        sessionStorage.setItem('own-cookies', JSON.stringify([...cookies]));
      },
    });
  });
  return page;
}

/** Lets a translator work on every page, from the moment on that it can be used. */
export async function translated(context: BrowserContext): Promise<void> {
  await context.addInitScript({
    content: `addEventListener('load', () => setTimeout(() => (${translate.toString()})(), 1_000));`,
  });
}

/** Collects uncaught errors and content security policy violations. */
function watch(context: BrowserContext): string[] {
  const problems: string[] = [];
  const follow = (page: Page) => {
    page.on('pageerror', (error) => {
      // Occurs if a page is left while the mock's service worker checks for an update; not an error of the
      // product.
      if (/Failed to update a ServiceWorker .*mockServiceWorker/.test(error.message)) return;
      problems.push(`${page.url()}: ${error.message}`);
    });
    page.on('console', (message) => {
      // Caused by Playwright's trace recorder, which fetches local previews. Our pages never do.
      if (/Connecting to 'blob:/.test(message.text())) return;
      if (
        message.type() === 'error' &&
        /Content Security Policy|Hydration|did not match/i.test(message.text())
      )
        problems.push(`${page.url()}: ${message.text()}`);
    });
  };
  context.on('page', follow);
  return problems;
}

/** On the mock the server is part of the page and starts shortly after it. */
export async function serverReady(page: Page, target: Fixtures['target']): Promise<void> {
  if (target === 'mock') await page.waitForFunction(() => window.limelightMock !== undefined);
}

async function login(
  page: Page,
  { name, password, target }: { name: string; password: string; target: Fixtures['target'] },
): Promise<void> {
  await page.goto('/auth/login');
  await serverReady(page, target);
  // The page itself sends the request, because the mock can't be reached from outside.
  await page.evaluate(
    async (body) => {
      const answer = await fetch('/api/v1/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const reply = (await answer.json().catch(() => null)) as {
        data?: { token?: string };
        message?: string;
      } | null;
      if (!reply?.data?.token) throw new Error(reply?.message ?? `login answered ${answer.status}`);
      document.cookie = `token=${reply.data.token}; path=/; samesite=lax`;
    },
    { credentials: name, password, remember: false },
  );
  await page.goto('/');
  await page.waitForURL((url) => url.pathname !== '/');
}
