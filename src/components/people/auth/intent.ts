import type { PerformerCard } from '#contract/core/schemas.ts';
import type { ReactionBody } from '#contract/content/reactions.ts';
import type { SubscriptionType } from '#contract/trade/subscriptions.ts';
import type { OpenTask } from '../../money/wallet/purchase-tasks.ts';

/** What a visitor tried to do, performed once they have logged in. */
export type Act =
  | { readonly do: 'follow'; readonly id: string; readonly name?: string }
  | { readonly do: 'react'; readonly reaction: ReactionBody }
  | {
      readonly do: 'subscribe';
      readonly performer: Pick<PerformerCard, '_id' | 'name'>;
      readonly type?: SubscriptionType | undefined;
    }
  | { readonly do: 'open'; readonly task: OpenTask }
  | { readonly do: 'write'; readonly id: string }
  | { readonly do: 'vote'; readonly feedId: string; readonly optionIds: readonly string[] }
  /** The page itself continues, through `useAnnouncement` with this key. */
  | { readonly do: 'resume'; readonly key: string; readonly text?: string };
export interface Intent {
  /** Completes the sentences "Log in to …" and "Join to …". */
  readonly why: string;
  /** Absent if the page continues by itself from its URL. */
  readonly act?: Act;
}
interface SavedIntent extends Intent {
  readonly id: string;
  readonly at: number;
}

const storageKey = 'intent';
const parameter = 'then';
/** As long as the link in a verification email is valid. */
const intentLifetimeMs = 48 * 3_600_000;
/** Longest return path that the server accepts for an email. */
const longestPath = 500;

/** The path with its intent parameter replaced, or removed for null. */
function marked(path: string, id: string | null): string {
  const url = new URL(path, 'http://here');
  url.searchParams.delete(parameter);
  if (id !== null) url.searchParams.set(parameter, id);
  return `${url.pathname}${url.search}${url.hash}`;
}
const parseIntentId = (path: string): string | null =>
  new URL(path, 'http://here').searchParams.get(parameter);

export const namesIntent = (path: string): boolean => parseIntentId(path) !== null;
export const withoutIntent = (path: string): string => marked(path, null);

/**
 * Saves the intent in this browser and returns the path that leads back to it. The intent itself never
 * travels in the link, so a crafted link can't trigger anything.
 */
export function saveIntent(intent: Intent, path: string): string {
  const id = crypto.getRandomValues(new Uint32Array(2)).join('');
  const back = marked(path, id);
  const saved: SavedIntent = { ...intent, id, at: Date.now() };
  try {
    localStorage.setItem(storageKey, JSON.stringify(saved));
  } catch {
    return path;
  }
  return back.length > longestPath ? path : back;
}

/** The intent that a return path refers to, or null if this browser didn't save it or it has expired. */
export function readIntent(path: string): Intent | null {
  try {
    const saved = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as SavedIntent | null;
    return saved && saved.id === parseIntentId(path) && Date.now() - saved.at < intentLifetimeMs
      ? saved
      : null;
  } catch {
    return null;
  }
}

/** Like `readIntent`, but removes the intent so that it is performed only once. */
export function takeIntent(path: string): Intent | null {
  const intent = readIntent(path);
  if (intent) localStorage.removeItem(storageKey);
  return intent;
}
