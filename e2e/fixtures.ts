import { test as base } from 'playwright/test';
import type { BrowserContext, Page } from 'playwright/test';

export { expect } from 'playwright/test';
export type { Page };

interface Fixtures {
  /** What runs behind the pages: the server, or the same backend inside the browser. */
  target: 'server' | 'mock';
  /** Logs `page` in by a call, not by the form, and opens where that account lands. The password is the demo accounts' unless given. */
  loginAs: (page: Page, name: string, password?: string) => Promise<void>;
  /** A second person beside `page`, with cookies of their own. Closed with the test. */
  newPerson: () => Promise<Page>;
  /** Fails the test when a page throws or the browser refuses something by policy; add what a test provokes on purpose. */
  expectedProblems: RegExp[];
}

export const test = base.extend<Fixtures & { watched: void }>({
  target: async ({}, give) => give(process.env.E2E_TARGET === 'mock' ? 'mock' : 'server'),
  loginAs: async ({ baseURL }, give) => give((page, name, password = 'limelight') => login(page, { name, password, baseURL: baseURL ?? '' })),
  expectedProblems: async ({}, give) => give([]),
  watched: [
    async ({ context, expectedProblems }, give) => {
      const problems = watch(context);
      await give();
      const unexpected = problems.filter((problem) => !expectedProblems.some((expected) => expected.test(problem)));
      if (unexpected.length > 0) throw new Error(`The pages reported:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],
  newPerson: async ({ browser, contextOptions }, give) => {
    const contexts: BrowserContext[] = [];
    await give(async () => {
      const context = await browser.newContext(contextOptions);
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

/** Errors that no handler caught, and what the security policy refused. */
function watch(context: BrowserContext): string[] {
  const problems: string[] = [];
  const follow = (page: Page) => {
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content Security Policy|Hydration|did not match/i.test(message.text())) problems.push(`${page.url()}: ${message.text()}`);
    });
  };
  context.on('page', follow);
  return problems;
}

async function login(page: Page, { name, password, baseURL }: { name: string; password: string; baseURL: string }): Promise<void> {
  await page.goto('/auth/login');
  // The page itself calls, since in the mock nobody outside it could; the mock's server may need a moment to be there.
  const token = await page.evaluate(async (body) => {
    for (let tries = 0; ; tries++) {
      const answer = await fetch('/api/v1/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
      const reply = (await answer.json().catch(() => null)) as { data?: { token?: string }; message?: string } | null;
      if (reply?.data?.token) return reply.data.token;
      if (reply || tries > 100) throw new Error(reply?.message ?? `login answered ${answer.status}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }, { credentials: name, password, remember: false });
  await page.context().addCookies([{ name: 'token', value: token, url: baseURL, sameSite: 'Lax' }]);
  await page.goto('/');
  await page.waitForURL((url) => url.pathname !== '/');
}
