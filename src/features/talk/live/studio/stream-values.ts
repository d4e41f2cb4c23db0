import { limits } from '#config/limits.ts';
import type { GoLive, Stream } from '#contract/talk/streams/streams.ts';
import type { ReplayRule, StreamSettings } from '#contract/talk/streams/settings.ts';
import type { ChatAudience } from '#contract/talk/streams/shared.ts';
import {
  type PricingValues,
  emptyPricing,
  priceError,
  toPricingBody,
  toPricingValues,
  toScheduledAt,
  whenError,
} from '#components/content/media-items/pricing-values.ts';

/** The form before going live, as typed. */
export interface StreamValues extends PricingValues {
  readonly title: string;
  readonly hasGoal: boolean;
  readonly goal: string;
  readonly goalText: string;
  readonly replay: ReplayRule;
  readonly chatAudience: ChatAudience;
  readonly slowSeconds: string;
  /** Separated by commas or lines. */
  readonly heldWords: string;
}
export type StreamErrors = Partial<Record<'title' | 'price' | 'goal' | 'scheduledAt' | 'heldWords', string>>;

export const toStreamValues = (settings: StreamSettings): StreamValues => ({
  ...emptyPricing,
  ...toPricingValues({ ...settings, commentsEnabled: false, scheduledAt: null }),
  title: settings.title,
  hasGoal: false,
  goal: '',
  goalText: '',
  replay: settings.media.canRecord ? settings.replay : 'none',
  chatAudience: settings.chatAudience,
  slowSeconds: String(settings.slowSeconds),
  heldWords: settings.heldWords.join(', '),
});

/** The values of an announced stream; what only the settings know comes from them. */
export const valuesOfStream = (stream: Stream, settings: StreamSettings): StreamValues => ({
  ...toStreamValues(settings),
  ...toPricingValues({ ...stream, commentsEnabled: false, scheduledAt: null }),
  title: stream.title,
  hasGoal: stream.tipGoal !== null,
  goal: stream.tipGoal ? String(stream.tipGoal.tokens) : '',
  goalText: stream.tipGoal?.text ?? '',
});

const parseWords = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[,\n]/)
      .map((word) => word.trim())
      .filter(Boolean),
  ),
];
const parseGoal = ({ goal }: Pick<StreamValues, 'goal'>): number =>
  /^\d{1,9}$/.test(goal.trim()) ? Number(goal) : 0;

function wordsError(typed: string): string | null {
  const words = parseWords(typed);
  const { heldWords, heldWordLength } = limits.stream;
  if (words.length > heldWords) return `Add at most ${heldWords} words.`;
  return words.some((word) => word.length > heldWordLength)
    ? `Each word can have at most ${heldWordLength} characters.`
    : null;
}

/** Error messages by field; a title is needed only to go live. */
export function findErrors(values: StreamValues, needsTitle = true): StreamErrors {
  const found = {
    title: needsTitle && values.title.trim() === '' ? 'Enter a title.' : null,
    price: priceError(values),
    goal: values.hasGoal && parseGoal(values) < 1 ? 'Enter a goal of at least 1 token.' : null,
    scheduledAt: whenError(values) && 'Choose when it starts.',
    heldWords: wordsError(values.heldWords),
  };
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== null));
}

export const toTipGoal = (values: Pick<StreamValues, 'hasGoal' | 'goal' | 'goalText'>) =>
  values.hasGoal ? { tokens: parseGoal(values), text: values.goalText.trim() } : null;

/** What the form and the settings have in common. */
export function toSettings(values: StreamValues) {
  const { audience, price, includedInSubscription } = toPricingBody(values);
  return {
    title: values.title.trim(),
    audience,
    price,
    includedInSubscription,
    replay: values.replay,
    chatAudience: values.chatAudience,
    slowSeconds: Number(values.slowSeconds),
    heldWords: parseWords(values.heldWords),
  };
}

export const toGoLive = (values: StreamValues, streamId: string | null): GoLive => ({
  ...toSettings(values),
  tipGoal: toTipGoal(values),
  scheduledAt: toScheduledAt(values),
  ...(streamId !== null && { streamId }),
});
