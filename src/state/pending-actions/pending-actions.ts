import { createAction } from '@reduxjs/toolkit';
import type { ReactionBody } from '#contract/content/reactions.ts';
import type { KeyValue } from '../deps.ts';

/** A small thing someone did that the server may not know yet. Doing it twice changes nothing. */
export type PendingAction =
  | { readonly do: 'react'; readonly reaction: ReactionBody; readonly on: boolean }
  | { readonly do: 'follow'; readonly creatorId: string; readonly on: boolean }
  | { readonly do: 'vote'; readonly feedId: string; readonly optionIds: readonly string[] };

/** What it is about. Of several actions with the same key only the last one counts. */
export function actionKey(action: PendingAction): string {
  if (action.do === 'follow') return `follow/${action.creatorId}`;
  if (action.do === 'vote') return `vote/${action.feedId}`;
  const { objectType, objectId, action: name } = action.reaction;
  return `${name}/${objectType}/${objectId}`;
}

/** An action was kept because the server couldn't be reached. */
export const actionKept = createAction('pendingActions/actionKept');

export interface PendingActions {
  /** In the order of the presses. */
  readonly list: () => readonly PendingAction[];
  /** Replaces an earlier action with the same key. False if the browser stores nothing. */
  readonly keep: (action: PendingAction) => boolean;
  readonly has: (action: PendingAction) => boolean;
  /** Removes it, unless another action has replaced it. */
  readonly drop: (action: PendingAction) => void;
  readonly clear: () => void;
}

/** The actions of an account that are kept on this device. All its tabs share them. */
export function pendingActions(local: KeyValue, userId: string): PendingActions {
  const place = `pending-actions:${userId}`;
  const list = (): readonly PendingAction[] => {
    try {
      return JSON.parse(local.read(place) ?? '[]') as PendingAction[];
    } catch {
      return [];
    }
  };
  const write = (actions: readonly PendingAction[]) =>
    actions.length > 0 ? local.write(place, JSON.stringify(actions)) : local.remove(place);
  const isSame = (action: PendingAction) => {
    const text = JSON.stringify(action);
    return (each: PendingAction) => JSON.stringify(each) === text;
  };
  const has = (action: PendingAction) => list().some(isSame(action));
  return {
    list,
    has,
    keep: (action) => {
      write([...list().filter((each) => actionKey(each) !== actionKey(action)), action]);
      return has(action);
    },
    drop: (action) => {
      const same = isSame(action);
      if (has(action)) write(list().filter((each) => !same(each)));
    },
    clear: () => local.remove(place),
  };
}
