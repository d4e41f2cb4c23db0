import type { Event, Health, Job, SiteFigures } from '#contract/across/operator/background.ts';
import type { ContactCase, ContactRow, Mail, MailRow } from '#contract/across/operator/messages.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';
import {
  answerContact,
  getContact,
  getMail,
  getSiteFigures,
  getSiteHealth,
  listContact,
  listEvents,
  listJobs,
  listMails,
  resendMail,
  retryEvent,
  retryJob,
  setContactState,
} from '#services/across/operator/site.ts';
import type { Page } from '../../query/query-adapter.ts';
import { pagesByOffset, queryWith } from './with-proof.ts';
import { deskApi } from './desk.ts';

type Listed<Query> = Omit<Query, 'offset' | 'limit'>;
type WithReason = { readonly id: string; readonly reason: string };
const tags = { providesTags: ['Desk' as const] };
const action = { invalidatesTags: ['Desk' as const] };

const siteDeskApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    listContact: build.infiniteQuery<
      Page<ContactRow>,
      Listed<QueryOf<'GET /operator/contact/search'>>,
      number
    >({
      ...pagesByOffset(listContact),
      ...tags,
    }),
    getContact: build.query<ContactCase, string>({ queryFn: queryWith(getContact), ...tags }),
    answerContact: build.mutation<ContactCase, { id: string } & BodyOf<'POST /operator/contact/:id/answer'>>({
      queryFn: queryWith(answerContact),
      ...action,
    }),
    setContactState: build.mutation<ContactCase, { id: string } & BodyOf<'POST /operator/contact/:id/state'>>(
      { queryFn: queryWith(setContactState), ...action },
    ),
    listMails: build.infiniteQuery<Page<MailRow>, Listed<QueryOf<'GET /operator/mails/search'>>, number>({
      ...pagesByOffset(listMails),
      ...tags,
    }),
    getMail: build.query<Mail, string>({ queryFn: queryWith(getMail) }),
    resendMail: build.mutation<unknown, WithReason>({ queryFn: queryWith(resendMail), ...action }),
    listJobs: build.infiniteQuery<Page<Job>, Listed<QueryOf<'GET /operator/jobs/search'>>, number>({
      ...pagesByOffset(listJobs),
      ...tags,
    }),
    retryJob: build.mutation<unknown, WithReason>({ queryFn: queryWith(retryJob), ...action }),
    listEvents: build.infiniteQuery<Page<Event>, Listed<QueryOf<'GET /operator/events/search'>>, number>({
      ...pagesByOffset(listEvents),
      ...tags,
    }),
    retryEvent: build.mutation<unknown, WithReason>({ queryFn: queryWith(retryEvent), ...action }),
    getSiteHealth: build.query<Health, void>({
      queryFn: queryWith((services, _arg: void, signal) => getSiteHealth(services, signal)),
      ...tags,
    }),
    getSiteFigures: build.query<SiteFigures, QueryOf<'GET /operator/figures'>>({
      queryFn: queryWith(getSiteFigures),
    }),
  }),
});

export const {
  useListContactInfiniteQuery,
  useGetContactQuery,
  useAnswerContactMutation,
  useSetContactStateMutation,
  useListMailsInfiniteQuery,
  useGetMailQuery,
  useResendMailMutation,
  useListJobsInfiniteQuery,
  useRetryJobMutation,
  useListEventsInfiniteQuery,
  useRetryEventMutation,
  useGetSiteHealthQuery,
  useGetSiteFiguresQuery,
} = siteDeskApi;
