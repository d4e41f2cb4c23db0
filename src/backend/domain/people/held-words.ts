import { eq, isNull, or } from 'drizzle-orm';
import { type Ctx, type UserCtx, now } from '../../kernel/context.ts';
import { heldWords } from '../../db/schema/community.ts';
import { wordMatcher } from '../../kernel/word-matching.ts';

/** Whose list a text is held by. */
export type HeldBy = 'creator' | 'site';
type Matcher = ReturnType<typeof wordMatcher>;

/** Words as they are stored: each once. */
export const wordList = (words: readonly string[]): string[] => [
  ...new Set(words.map((word) => word.trim().toLowerCase()).filter((word) => word !== '')),
];

/** Matchers of the lists used last. Making one takes longer than reading a comment with it. */
const made = new Map<string, Matcher>();
const mostMade = 200;

function getMatcher(words: readonly string[]): Matcher {
  const key = words.join('\n');
  const matcher = made.get(key) ?? wordMatcher(words);
  made.delete(key);
  made.set(key, matcher);
  const [oldest] = made.keys();
  if (made.size > mostMade && oldest !== undefined) made.delete(oldest);
  return matcher;
}

/**
 * Whose list holds a text under a creator's work, or null. The creator's own list, and the words of the place
 * if it has any, don't hold what the creator and their moderators write.
 */
export async function heldBy(
  ctx: Ctx,
  text: string,
  {
    performerId,
    words = [],
    isTrusted,
  }: { performerId: string; words?: readonly string[]; isTrusted: boolean },
): Promise<HeldBy | null> {
  if (text === '') return null;
  const lists = await ctx.db
    .select({ ownerId: heldWords.ownerId, words: heldWords.words })
    .from(heldWords)
    .where(or(isNull(heldWords.ownerId), eq(heldWords.ownerId, performerId)));
  const holds = (some: readonly string[]) => some.length > 0 && getMatcher(some)(text);
  if (lists.some(({ ownerId, words: some }) => ownerId === null && holds(some))) return 'site';
  if (isTrusted) return null;
  return holds(words) || lists.some(({ ownerId, words: some }) => ownerId !== null && holds(some))
    ? 'creator'
    : null;
}

/** The words that a creator, or for null the site, holds. */
export async function listHeldWords(ctx: Ctx, ownerId: string | null): Promise<string[]> {
  const mine = ownerId === null ? isNull(heldWords.ownerId) : eq(heldWords.ownerId, ownerId);
  const [row] = await ctx.db.select({ words: heldWords.words }).from(heldWords).where(mine);
  return row?.words ?? [];
}

/** Replaces the viewer's list and returns it. What was written before stays as it is. */
export async function setWords(ctx: UserCtx, words: readonly string[]): Promise<string[]> {
  const values = { words: wordList(words), updatedAt: now(ctx) };
  await ctx.db
    .insert(heldWords)
    .values({ id: ctx.ports.ids(), ownerId: ctx.viewer.id, ...values })
    .onConflictDoUpdate({ target: heldWords.ownerId, set: values });
  return values.words;
}

/** Changes the site's list, one change at a time, and returns it. Call it in a transaction. */
export async function changeSiteWords(
  tx: Ctx,
  change: (words: readonly string[]) => readonly string[],
): Promise<string[]> {
  const updatedAt = now(tx);
  await tx.db
    .insert(heldWords)
    .values({ id: tx.ports.ids(), ownerId: null, updatedAt })
    .onConflictDoNothing();
  const [row] = await tx.db
    .select({ words: heldWords.words })
    .from(heldWords)
    .where(isNull(heldWords.ownerId))
    .for('no key update');
  const words = wordList(change(row?.words ?? []));
  await tx.db.update(heldWords).set({ words, updatedAt }).where(isNull(heldWords.ownerId));
  return words;
}
