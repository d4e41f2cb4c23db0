import type { DecisionGround } from '#contract/across/decisions.ts';
import type { EarningStatement } from '#contract/money/earnings.ts';
import type { DeskPerson, PersonEvent } from '#contract/across/operator/people.ts';
import type { Api } from '#services/http/api.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import {
  addPersonNote,
  banPerson,
  getDeskPerson,
  getPersonTimeline,
  openStatement,
  removeSecondFactor,
  restorePerson,
  searchDesk,
  suspendPerson,
  withdrawBan,
} from '#services/across/operator/people.ts';
import type { Page } from '../../query/query-adapter.ts';
import { pagesByKey, queryWith } from './with-proof.ts';
import { deskApi } from './desk.ts';

export type PersonAction = 'suspend' | 'ban' | 'withdraw-ban' | 'restore' | 'remove-second-factor';
interface PersonActionRequest {
  readonly id: string;
  readonly action: PersonAction;
  readonly reason: string;
  /** For a suspension: when it ends. */
  readonly until?: string;
  /** For a suspension or a ban: what it relies on. */
  readonly ground?: DecisionGround;
  readonly rule?: string;
}

const acts: Readonly<
  Record<
    Exclude<PersonAction, 'suspend' | 'ban'>,
    (api: Api, id: string, body: { reason: string }) => Promise<DeskPerson>
  >
> = {
  'withdraw-ban': withdrawBan,
  restore: restorePerson,
  'remove-second-factor': removeSecondFactor,
};

const own = deskApi.injectEndpoints({
  endpoints: (build) => ({
    searchDesk: build.query<ReplyOf<'GET /operator/search'>, string>({
      queryFn: queryWith(searchDesk),
      providesTags: ['Desk'],
    }),
    getDeskPerson: build.query<DeskPerson, string>({
      queryFn: queryWith(getDeskPerson),
      providesTags: ['Desk'],
    }),
    personTimeline: build.infiniteQuery<Page<PersonEvent>, { readonly id: string }, string | null>({
      ...pagesByKey(getPersonTimeline),
      providesTags: ['Desk'],
    }),
    actOnPerson: build.mutation<DeskPerson, PersonActionRequest>({
      queryFn: queryWith((services, { id, action, until = '', reason, ground, rule }) => {
        const statement = { reason, ...(ground && { ground }), ...(rule !== undefined && { rule }) };
        if (action === 'suspend') return suspendPerson(services, id, { ...statement, until });
        return action === 'ban' ? banPerson(services, id, statement) : acts[action](services, id, { reason });
      }),
      invalidatesTags: ['Desk'],
    }),
    openStatement: build.mutation<EarningStatement, { readonly id: string; readonly month: string }>({
      queryFn: queryWith((services, { id, month }) => openStatement(services, id, month)),
      invalidatesTags: ['Desk'],
    }),
    addPersonNote: build.mutation<DeskPerson, { readonly id: string; readonly note: string }>({
      queryFn: queryWith((services, { id, note }) => addPersonNote(services, id, note)),
      invalidatesTags: ['Desk'],
    }),
  }),
});

export const {
  useSearchDeskQuery,
  useGetDeskPersonQuery,
  usePersonTimelineInfiniteQuery,
  useActOnPersonMutation,
  useAddPersonNoteMutation,
  useOpenStatementMutation,
} = own;
