import type { PerformerCard } from '#contract/core/schemas.ts';
import type { ReactionBody } from '#contract/reactions.ts';
import type { SubscriptionType } from '#contract/subscriptions.ts';
import type { OpenTask } from '../wallet/purchase-tasks.ts';

/** What a visitor pressed, as it is done once they are in. */
export type Act =
  | { readonly do: 'follow'; readonly id: string }
  | { readonly do: 'react'; readonly reaction: ReactionBody }
  | {
      readonly do: 'subscribe';
      readonly performer: Pick<PerformerCard, '_id' | 'name'>;
      readonly type?: SubscriptionType | undefined;
    }
  | { readonly do: 'open'; readonly task: OpenTask }
  | { readonly do: 'write'; readonly id: string }
  | { readonly do: 'vote'; readonly feedId: string; readonly optionIds: readonly string[] }
  /** The page itself goes on, where it says `useArrival` with this key. */
  | { readonly do: 'resume'; readonly key: string; readonly text?: string };
export interface Intent {
  /** Follows "Log in to" and "Join to". */
  readonly why: string;
  /** Absent where the page by itself goes on from its address. */
  readonly act?: Act;
}
interface Kept extends Intent {
  readonly id: string;
  readonly at: number;
}

const storageKey = 'intent';
const parameter = 'then';
/** As long as a mail that confirms an address works. */
const intentLifetimeMs = 48 * 3_600_000;
/** The longest way back that the server takes along in a mail. */
const longestPath = 500;

/** The address with another intent, or with none. */
function marked(path: string, id: string | null): string {
  const url = new URL(path, 'http://here');
  url.searchParams.delete(parameter);
  if (id !== null) url.searchParams.set(parameter, id);
  return `${url.pathname}${url.search}${url.hash}`;
}
const idOf = (path: string): string | null => new URL(path, 'http://here').searchParams.get(parameter);

export const namesIntent = (path: string): boolean => idOf(path) !== null;
export const withoutIntent = (path: string): string => marked(path, null);

/**
 * Keeps it in this browser and answers the way back that leads to it. A link alone does nothing: its word has
 * to be kept here.
 */
export function saveIntent(intent: Intent, path: string): string {
  const id = crypto.getRandomValues(new Uint32Array(2)).join('');
  const back = marked(path, id);
  const kept: Kept = { ...intent, id, at: Date.now() };
  try {
    localStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    return path;
  }
  return back.length > longestPath ? path : back;
}

/** What the way back leads to, if this browser kept it. */
export function readIntent(path: string): Intent | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Kept | null;
    return kept && kept.id === idOf(path) && Date.now() - kept.at < intentLifetimeMs ? kept : null;
  } catch {
    return null;
  }
}

/** The same, for the one time that it is done. */
export function takeIntent(path: string): Intent | null {
  const intent = readIntent(path);
  if (intent) localStorage.removeItem(storageKey);
  return intent;
}
