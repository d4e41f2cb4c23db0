import type { Action } from 'redux';
import type { ReplyOf, RouteName } from '#contract/core/registry.ts';
import { creatorsExplored, getExplore, suggestCreators } from '#services/across/search/explore.ts';
import type { List, Read } from '#services/http/endpoints.ts';
import {
  getPerformer,
  randomPerformers,
  searchPerformers,
  similarPerformers,
  topPerformers,
} from '#services/people/creators.ts';
import { creatorsFound, searchSite } from '#services/across/search/search.ts';
import { isAnswer, isListAnswer } from '../query/answers.ts';
import type { Times } from '../query/base-query.ts';
import type { Pages } from '../query/watch.ts';

/** A creator with the viewer's follow state, as the server knew it. */
interface Followable {
  readonly _id: string;
  readonly isFollowed: boolean;
}
export interface Learned {
  /** When the server was asked, in milliseconds since 1970. Requests that it answered later are newer. */
  readonly sentAt: number;
  readonly creators: readonly Followable[];
}
interface Answer extends Action {
  readonly payload: never;
  readonly meta: { readonly baseQueryMeta: Times };
}
interface Source {
  readonly isIts: (action: Action) => boolean;
  readonly creatorsIn: (payload: never) => readonly Followable[];
}

const inAnswer = <R extends RouteName>(
  endpoint: Read<R>,
  creatorsIn: (reply: ReplyOf<R>) => readonly Followable[],
): Source => ({ isIts: isAnswer(endpoint), creatorsIn });
const inPages = <R extends RouteName>(
  endpoint: List<R>,
  creatorsIn: (page: ReplyOf<R>) => readonly Followable[],
): Source => ({
  isIts: isListAnswer(endpoint),
  creatorsIn: ({ pages }: Pages<ReplyOf<R>>) => pages.flatMap(creatorsIn),
});

/** The endpoints whose answers say which creators the viewer follows, and where they say it. */
const sources: readonly Source[] = [
  inPages(searchSite, creatorsFound),
  inPages(searchPerformers, ({ data }) => data),
  inAnswer(randomPerformers, ({ data }) => data),
  inAnswer(topPerformers, ({ data }) => data),
  inAnswer(similarPerformers, ({ data }) => data),
  inAnswer(getExplore, creatorsExplored),
  inAnswer(suggestCreators, ({ data }) => data.map(({ performer }) => performer)),
  inAnswer(getPerformer, (performer) => [performer]),
];

export const tellsFollows = (action: Action): action is Answer => sources.some(({ isIts }) => isIts(action));

/** The follow states in an answer, as of when it was asked for. */
export const followsIn = (action: Answer): Learned => ({
  sentAt: action.meta.baseQueryMeta.sentAt,
  creators: sources.find(({ isIts }) => isIts(action))?.creatorsIn(action.payload) ?? [],
});
