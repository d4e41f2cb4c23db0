import { limits } from '#config/limits.ts';
import type { LinkCard } from '#contract/content/posts/link-cards.ts';
import type {
  PostCreate,
  PostType,
  PostUpdate,
  OwnPost,
  PollCreate,
  PollPlan,
} from '#contract/content/posts/posts.ts';
import { fromLocalInput, toLocalInput } from '#lib/local-time.ts';
import { firstLink } from '#lib/markup/first-link.ts';
import {
  type PricingValues,
  changedStart,
  emptyPricing,
  isSameMinute,
  priceError,
  toScheduledAt,
  toPricingBody,
  toPricingValues,
  whenError,
} from '#components/content/media-items/pricing-values.ts';

/**
 * The kind of post in the editor. Text and photo posts are one kind; the actual type follows from the
 * content.
 */
export type PostKind = 'post' | 'video' | 'audio' | 'teaser' | 'poll';

export interface PollValues {
  readonly question: string;
  readonly options: readonly string[];
  readonly multiple: boolean;
  readonly resultsVisible: PollPlan['resultsVisible'];
  readonly ends: boolean;
  /** As picked, in the user's time zone. */
  readonly endsAt: string;
}
/** A link in the text and its card. Without a token, the post has the card already. */
interface ChosenLink {
  readonly url: string;
  readonly card: LinkCard;
  readonly token: string | null;
}
/** Form values of a post. */
export interface PostValues extends PricingValues {
  readonly kind: PostKind;
  readonly text: string;
  readonly pinned: boolean;
  readonly expires: boolean;
  readonly expiresAt: string;
  /** Id of the series that it is part of; empty for none. */
  readonly seriesId: string;
  /** The card of the text's first link; null for none. */
  readonly link: ChosenLink | null;
  /** The link whose card was removed; empty for none. */
  readonly removedLink: string;
  readonly poll: PollValues;
}
export type PostErrors = Partial<
  Record<
    | 'text'
    | 'price'
    | 'media'
    | 'teaser'
    | 'scheduledAt'
    | 'expiresAt'
    | 'seriesId'
    | 'question'
    | 'options'
    | 'endsAt',
    string
  >
>;

const emptyPoll: PollValues = {
  question: '',
  options: ['', ''],
  multiple: false,
  resultsVisible: 'afterVote',
  ends: false,
  endsAt: '',
};
export const emptyPost: PostValues = {
  ...emptyPricing,
  kind: 'post',
  text: '',
  pinned: false,
  expires: false,
  expiresAt: '',
  seriesId: '',
  link: null,
  removedLink: '',
  poll: emptyPoll,
};

/**
 * The same post, published on a day such as `2026-11-26`: at the time that was chosen before, else at noon; today, at
 * the next full hour.
 */
export function plannedFor(values: PostValues, day: string, now: Date): PostValues {
  const nextHour = toLocalInput(new Date(now.getTime() + 3_600_000)).slice(0, 13);
  const time = values.later && values.scheduledAt ? values.scheduledAt.slice(11) : '12:00';
  const planned = `${day}T${time}`;
  const isOver = planned <= toLocalInput(now);
  return { ...values, later: true, scheduledAt: isOver ? `${nextHour}:00` : planned };
}

export const toPostKind = (type: PostType): PostKind => (type === 'text' || type === 'photo' ? 'post' : type);

const local = (iso: string | null | undefined): string => (iso ? toLocalInput(iso) : '');

const toPollValues = (poll: OwnPost['poll']): PollValues =>
  poll
    ? {
        question: poll.question,
        options: poll.options.map(({ text }) => text),
        multiple: poll.multiple,
        resultsVisible: poll.resultsVisible,
        ends: poll.expiresAt !== null,
        endsAt: local(poll.expiresAt),
      }
    : emptyPoll;

export const toPostValues = (post: OwnPost): PostValues => ({
  ...toPricingValues(post),
  kind: toPostKind(post.type),
  text: post.text,
  pinned: post.pinned,
  expires: post.expiresAt !== null,
  expiresAt: local(post.expiresAt),
  seriesId: post.series?._id ?? '',
  link: post.linkCard ? { url: firstLink(post.text), card: post.linkCard, token: null } : null,
  removedLink: post.linkCard ? '' : firstLink(post.text),
  poll: toPollValues(post.poll),
});

const listAnswers = ({ options }: PollValues): string[] =>
  options.map((text) => text.trim()).filter((text) => text !== '');

/** State of the editor's files. */
export interface MediaState {
  readonly count: number;
  readonly hasTeaser: boolean;
  readonly busy: boolean;
  readonly failed: boolean;
}

const missing: Readonly<Record<Exclude<PostKind, 'post' | 'poll'>, PostErrors>> = {
  video: { media: 'Add a video.' },
  audio: { media: 'Add a recording.' },
  teaser: { teaser: 'Add a teaser.' },
};

function pollErrors({ poll }: PostValues): PostErrors {
  const answers = listAnswers(poll);
  const twice = new Set(answers.map((text) => text.toLowerCase())).size < answers.length;
  return {
    ...(poll.question.trim() ? {} : { question: 'Enter a question.' }),
    ...(answers.length < limits.poll.minOptions
      ? { options: `Add at least ${limits.poll.minOptions} answers.` }
      : twice
        ? { options: 'Each answer must be different.' }
        : {}),
    ...(poll.ends && !fromLocalInput(poll.endsAt) ? { endsAt: 'Choose when the poll ends.' } : {}),
  };
}

function contentErrors(values: PostValues, { count, hasTeaser }: MediaState): PostErrors {
  if (values.kind === 'poll') return {};
  if (values.kind === 'post')
    return values.text.trim() || count > 0 ? {} : { text: 'Write something or add a photo.' };
  return (values.kind === 'teaser' ? hasTeaser : count > 0) ? {} : missing[values.kind];
}

const termsErrors = (values: PostValues): PostErrors => {
  const [price, scheduledAt] = [priceError(values), whenError(values)];
  return {
    ...(price && { price }),
    ...(scheduledAt && { scheduledAt }),
    ...(values.expires && !fromLocalInput(values.expiresAt) ? { expiresAt: 'Choose when it expires.' } : {}),
  };
};

const failedErrors = ({ failed }: MediaState): PostErrors =>
  failed ? { media: 'A file couldn’t be uploaded. Try again or remove it.' } : {};

/**
 * Error messages by field; empty if the post can be saved. Drafts may lack content. Pending uploads aren't an
 * error, because saving waits for them.
 */
export const postErrors = (values: PostValues, media: MediaState, goesOut = true): PostErrors => ({
  ...(goesOut ? contentErrors(values, media) : {}),
  ...(values.kind === 'poll' ? pollErrors(values) : {}),
  ...termsErrors(values),
  ...failedErrors(media),
});

export interface PostFiles {
  readonly fileIds: string[];
  readonly thumbnailId: string | null;
  readonly teaserId: string | null;
  readonly alts: Record<string, string>;
}

const ofPost = (values: PostValues) => ({
  ...toPricingBody(values),
  text: values.text.trim(),
  pinned: values.pinned,
});
const toExpiresAt = (values: PostValues): string | null =>
  values.expires ? fromLocalInput(values.expiresAt) : null;
const toNewBody = (values: PostValues) => ({
  ...ofPost(values),
  scheduledAt: toScheduledAt(values),
  expiresAt: toExpiresAt(values),
  seriesId: values.seriesId || null,
});

const toPollPlan = ({ poll }: PostValues): PollPlan => ({
  question: poll.question.trim(),
  options: listAnswers(poll),
  multiple: poll.multiple,
  resultsVisible: poll.resultsVisible,
  expiresAt: poll.ends ? fromLocalInput(poll.endsAt) : null,
});

/** The type that a post of this kind has with these files. */
export const toPostType = ({ kind }: PostValues, { fileIds }: PostFiles): PostCreate['type'] =>
  kind === 'post' || kind === 'poll' ? (fileIds.length > 0 ? 'photo' : 'text') : kind;

const getLinkToken = ({ link }: PostValues): string | null => link?.token ?? null;

/** The request body of a new post; polls use another endpoint. */
export const toNewPost = (values: PostValues, files: PostFiles, state: 'draft' | 'published'): PostCreate => {
  const type = toPostType(values, files);
  return {
    ...toNewBody(values),
    ...files,
    type,
    state,
    linkCard: type === 'text' ? getLinkToken(values) : null,
  };
};
export const toNewPoll = (values: PostValues, state: 'draft' | 'published'): PollCreate => ({
  ...toNewBody(values),
  poll: toPollPlan(values),
  state,
});

/** An unchanged poll isn't sent. Its end is compared to the minute, because pickers don't know seconds. */
const pollChanges = ({ poll }: OwnPost, values: PostValues): PostUpdate => {
  if (!poll) return {};
  const plan = toPollPlan(values);
  const unchanged = isSameMinute(poll.expiresAt, plan.expiresAt)
    ? { ...plan, expiresAt: poll.expiresAt }
    : plan;
  const before: PollPlan = {
    question: poll.question,
    options: poll.options.map(({ text }) => text),
    multiple: poll.multiple,
    resultsVisible: poll.resultsVisible,
    expiresAt: poll.expiresAt,
  };
  return JSON.stringify(before) === JSON.stringify(unchanged) ? {} : { poll: unchanged };
};

/** A card that stays isn't sent. */
const linkChange = ({ type, linkCard }: OwnPost, values: PostValues): PostUpdate =>
  type !== 'text' || (values.link ? !getLinkToken(values) : !linkCard)
    ? {}
    : { linkCard: getLinkToken(values) };

/** The request body for an update, with only the files that its type has. */
export function toPostUpdate(
  post: OwnPost,
  values: PostValues,
  { files, state }: { files: PostFiles; state: PostUpdate['state'] },
): PostUpdate {
  const end = isSameMinute(post.expiresAt, toExpiresAt(values)) ? {} : { expiresAt: toExpiresAt(values) };
  const seriesId = values.seriesId || null;
  const series = seriesId === (post.series?._id ?? null) ? {} : { seriesId };
  const { fileIds, alts, thumbnailId, teaserId } = files;
  const media =
    post.type === 'text' || post.type === 'poll'
      ? {}
      : { ...(post.type === 'teaser' ? {} : { fileIds }), thumbnailId, teaserId, alts };
  return {
    ...ofPost(values),
    ...media,
    ...changedStart(post, values),
    ...end,
    ...series,
    ...linkChange(post, values),
    ...pollChanges(post, values),
    ...(state && { state }),
  };
}
