import { limits } from '#config/limits.ts';
import { planLabels } from '#lib/plans/words.ts';
import type { BroadcastAudience, FanGroup } from '#contract/trade/broadcasts/broadcasts.ts';

const bounds = limits.broadcast;

/** The audience as the form has it. */
export type AudienceValues = {
  followers: boolean;
  subscribers: boolean;
  /** `all`, or one plan. */
  plan: string;
  expired: boolean;
  spenders: boolean;
  tokens: string;
  days: string;
  /** Ids, separated by commas. */
  lists: string;
  /** `kind:id` of an item, or empty. */
  bought: string;
  notSubscribers: boolean;
  notLists: string;
  notBought: string;
  excludeOwners: boolean;
};

export const noAudience: AudienceValues = {
  followers: true,
  subscribers: false,
  plan: 'all',
  expired: false,
  spenders: false,
  tokens: '100',
  days: '30',
  lists: '',
  bought: '',
  notSubscribers: false,
  notLists: '',
  notBought: '',
  excludeOwners: true,
};

const split = (ids: string): string[] => ids.split(',').filter(Boolean);
const whole = (typed: string, max: number): number | null => {
  const value = /^\d+$/.test(typed.trim()) ? Number(typed) : 0;
  return value >= 1 && value <= max ? value : null;
};
const listGroups = (ids: string): FanGroup[] => split(ids).map((listId) => ({ kind: 'list', listId }));

type BoughtKind = Extract<FanGroup, { kind: 'buyers' }>['item']['kind'];
const buyers = (item: string): FanGroup[] => {
  const [kind, id] = item.split(':');
  return kind && id ? [{ kind: 'buyers', item: { kind: kind as BoughtKind, _id: id } }] : [];
};
type Plans = Extract<FanGroup, { kind: 'subscribers' }>['plans'];
const isPlan = (plan: string): plan is Plans[number] => Object.hasOwn(planLabels, plan);
const toPlans = (plan: string): Plans => (isPlan(plan) ? [plan] : []);

function included(values: AudienceValues): FanGroup[] {
  const tokens = whole(values.tokens, limits.safeAmount);
  const days = whole(values.days, bounds.spenderDays);
  return [
    ...(values.followers ? [{ kind: 'followers' as const }] : []),
    ...(values.subscribers ? [{ kind: 'subscribers' as const, plans: toPlans(values.plan) }] : []),
    ...(values.expired ? [{ kind: 'expired' as const }] : []),
    ...(values.spenders && tokens && days ? [{ kind: 'spenders' as const, tokens, days }] : []),
    ...listGroups(values.lists),
    ...buyers(values.bought),
  ];
}

/** The audience to send, or null if it has no one to include. */
export function toAudience(values: AudienceValues): BroadcastAudience | null {
  const include = included(values);
  if (include.length === 0) return null;
  return {
    include,
    exclude: [
      ...(values.notSubscribers ? [{ kind: 'subscribers' as const, plans: [] }] : []),
      ...listGroups(values.notLists),
      ...buyers(values.notBought),
    ],
    excludeOwners: values.excludeOwners,
  };
}

/** What the form says of a stored audience. */
export function toAudienceValues({ include, exclude, excludeOwners }: BroadcastAudience): AudienceValues {
  const find = <K extends FanGroup['kind']>(groups: readonly FanGroup[], kind: K) =>
    groups.find((group): group is Extract<FanGroup, { kind: K }> => group.kind === kind);
  const lists = (groups: readonly FanGroup[]) =>
    groups.flatMap((group) => (group.kind === 'list' ? [group.listId] : [])).join(',');
  const item = (groups: readonly FanGroup[]) => {
    const found = find(groups, 'buyers');
    return found ? `${found.item.kind}:${found.item._id}` : '';
  };
  const subscribers = find(include, 'subscribers');
  const spenders = find(include, 'spenders');
  return {
    followers: find(include, 'followers') !== undefined,
    subscribers: subscribers !== undefined,
    plan: subscribers?.plans[0] ?? 'all',
    expired: find(include, 'expired') !== undefined,
    spenders: spenders !== undefined,
    tokens: String(spenders?.tokens ?? noAudience.tokens),
    days: String(spenders?.days ?? noAudience.days),
    lists: lists(include),
    bought: item(include),
    notSubscribers: find(exclude, 'subscribers') !== undefined,
    notLists: lists(exclude),
    notBought: item(exclude),
    excludeOwners,
  };
}

/** Errors of the fields that an audience is made of. */
export function audienceErrors(values: AudienceValues): Record<string, string> {
  const errors: Record<string, string> = {};
  if (values.spenders && !whole(values.tokens, limits.safeAmount))
    errors['tokens'] = 'Enter a whole number of tokens, at least 1.';
  if (values.spenders && !whole(values.days, bounds.spenderDays))
    errors['days'] = `Enter a whole number of days, up to ${bounds.spenderDays}.`;
  if (Object.keys(errors).length === 0 && toAudience(values) === null)
    errors['followers'] = 'Choose who receives it.';
  return errors;
}

const words: Readonly<Record<FanGroup['kind'], string>> = {
  followers: 'followers',
  subscribers: 'subscribers',
  expired: 'former subscribers',
  list: 'a list',
  spenders: 'top spenders',
  buyers: 'buyers',
};

/** "Followers, former subscribers", as a table shows it. */
export function audienceText({ include }: BroadcastAudience): string {
  const text = [...new Set(include.map(({ kind }) => words[kind]))].join(', ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
