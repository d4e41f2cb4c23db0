import type { Decision, OwnReport } from '#contract/across/decisions.ts';
import type { ReportCategory, ReportTarget } from '#contract/across/reports.ts';
import type { ChipTone } from '#ui/content/chip.tsx';

const things: Record<ReportTarget, string> = {
  account: 'account',
  feed: 'post',
  video: 'video',
  gallery: 'gallery',
  photo: 'photo',
  product: 'product',
  auction: 'auction',
  stream: 'stream',
  comment: 'comment',
  message: 'message',
};
export const targetNoun = (type: ReportTarget): string => things[type];

/** What was decided, in one sentence. */
export function describeDecision({ action, targetType }: Pick<Decision, 'action' | 'targetType'>): string {
  const thing = things[targetType];
  switch (action) {
    case 'hide':
      return `Your ${thing} is hidden`;
    case 'remove':
      return `Your ${thing} was removed`;
    case 'suspend':
      return 'Your account is suspended';
    case 'ban':
      return 'Your account is permanently closed';
    case 'refund':
      return `A payment was refunded because of your ${thing}`;
    case 'hold-payout':
      return 'Your payouts are on hold';
    default:
      return `Warning about your ${thing}`;
  }
}

export interface StateLabel {
  readonly label: string;
  readonly tone: ChipTone;
}
export function stateLabel({ state, appeal }: Pick<Decision, 'state' | 'appeal'>): StateLabel {
  if (state === 'reversed') return { label: 'Reversed', tone: 'success' };
  if (state === 'lifted') return { label: 'Lifted', tone: 'success' };
  if (appeal?.state === 'pending') return { label: 'Appeal under review', tone: 'warning' };
  return appeal ? { label: 'Appeal rejected', tone: 'danger' } : { label: 'In force', tone: 'neutral' };
}

export const groundLabels: Record<Decision['ground'], string> = {
  illegal: 'Against the law',
  terms: 'Against this site’s rules',
};
export const categoryLabels: Record<ReportCategory, string> = {
  'child-safety': 'Child safety',
  spam: 'Spam',
  legal: 'Illegal content',
  violation: 'Breaks the rules',
  other: 'Something else',
};
export function outcomeLabel({ state, outcome }: Pick<OwnReport, 'state' | 'outcome'>): StateLabel {
  if (state === 'open') return { label: 'Under review', tone: 'neutral' };
  return outcome === 'no-action'
    ? { label: 'No violation found', tone: 'neutral' }
    : { label: outcome === 'acted' ? 'Action taken' : 'Reviewed', tone: 'success' };
}
