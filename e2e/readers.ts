import { serverReady } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { joinAsCreator, joinAsFan, publish, topUp } from './people.ts';

export interface Around {
  readonly newPerson: () => Promise<Page>;
  readonly target: 'server' | 'mock';
}

/** The post on the page that everyone can read. */
export const openPost = 'Hello from the kiln';

/**
 * A fan on the page of a creator who has published `openPost` and, if the fan brings money to unlock it, a post for sale:
 * its id is returned.
 */
export async function readerOf(
  page: Page,
  { newPerson, target }: Around,
  cents = 0,
): Promise<{ locked: string | null }> {
  const studio = await newPerson();
  await studio.goto('/');
  await serverReady(studio, target);
  const creator = await joinAsCreator(studio);
  await publish(studio, { text: openPost, audience: 'public' });
  const locked =
    cents > 0
      ? await publish(studio, { text: 'Behind the door', audience: 'public', price: 120, photo: true })
      : null;
  await page.goto('/');
  await serverReady(page, target);
  await joinAsFan(page);
  if (cents > 0) await topUp(page, cents);
  await page.goto(`/${creator.username}`);
  await serverReady(page, target);
  return { locked };
}
