import type { RouteName } from '#contract/core/registry.ts';
import { newIdempotencyKey } from './idempotency-key.ts';

/** The calls that the contract marks with `creates`; the contract itself isn't loaded by pages. */
export const creatingCalls: readonly RouteName[] = [
  'POST /performer/feeds',
  'POST /performer/feeds/:id/duplicate',
  'POST /performer/feeds/polls',
  'POST /performer/post-templates',
  'POST /performer/post-series',
  'POST /performer/performer-assets/galleries',
  'POST /performer/performer-assets/products',
  'POST /performer/pinned-views',
  'POST /promotions',
  'POST /promotions/trial',
  'POST /messages/broadcast-message',
  'POST /quick-replies',
  'POST /scheduled-messages',
  'POST /fan-lists',
  'POST /messages/stream/conversations/:id',
  'POST /messages/stream/public/conversations/:id',
  'POST /autions',
  'POST /comments',
  'POST /bookmark-collections',
  'POST /creator-lists',
  'POST /addresses/create',
  'POST /reports',
  'POST /performer/performer-assets/photos/upload',
  'POST /performer/performer-assets/videos/upload',
  'POST /operator/contact/:id/answer',
  'POST /operator/people/:id/notes',
  'POST /operator/adjustments',
];

/** How long an unanswered call can be repeated; the server remembers keys for longer. */
const rememberedMs = 30 * 60_000;

const isAnswered = (error: unknown): boolean => {
  const { status } = error as { status?: number };
  return status !== undefined && status >= 400 && status < 500 && status !== 408;
};

/**
 * Gives the same idempotency key to the same creating call until the server has answered it. If the answer is
 * lost, pressing the button again doesn't create a second copy; after an answer, the same text is a new intent.
 */
export function makeIntents(newKey: () => string = newIdempotencyKey, now: () => number = Date.now) {
  const unanswered = new Map<string, { readonly key: string; readonly at: number }>();
  const reuseKey = (call: string): string => {
    for (const [old, { at }] of unanswered) if (now() - at > rememberedMs) unanswered.delete(old);
    const known = unanswered.get(call);
    if (known) return known.key;
    const key = newKey();
    unanswered.set(call, { key, at: now() });
    return key;
  };
  return async <T>(
    { route, input }: { route: RouteName; input: unknown },
    send: (key: string | undefined) => Promise<T>,
  ): Promise<T> => {
    if (!creatingCalls.includes(route)) return send(undefined);
    const call = `${route} ${JSON.stringify(input)}`;
    try {
      const reply = await send(reuseKey(call));
      unanswered.delete(call);
      return reply;
    } catch (error) {
      if (isAnswered(error)) unanswered.delete(call);
      throw error;
    }
  };
}
