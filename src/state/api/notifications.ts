import type { Notification, NotificationSettings } from '#contract/notifications.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { BodyOf } from '#services/http/call.ts';
import {
  listNotifications,
  readAllNotifications,
  readNotification,
  setPostAlerts,
  unsubscribe,
  updateNotificationSettings,
  viewNotificationSettings,
  viewPostAlerts,
} from '#services/notifications.ts';
import { notificationsCounted } from '../notifications/unread-notifications.ts';
import { queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

type Unread = ReplyOf<'GET /notifications/unread'>;
type PostAlerts = ReplyOf<'GET /follows/:id/notifications'>;

/** The user's notification settings. */
export const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listNotifications: build.infiniteQuery<Page<Notification>, void, string | null>({
      ...pagesByKey((services, { cursor }: { cursor: string | undefined }, signal) =>
        listNotifications(services, { cursor }, signal),
      ),
      providesTags: ['Notifications'],
    }),
    readNotification: build.mutation<Unread, string>({
      queryFn: queryWith(readNotification),
      onQueryStarted: async (_id, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (answer) dispatch(notificationsCounted(answer.data.unread));
      },
      invalidatesTags: ['Notifications'],
    }),
    readAllNotifications: build.mutation<Unread, string>({
      queryFn: queryWith(readAllNotifications),
      onQueryStarted: async (_until, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (answer) dispatch(notificationsCounted(answer.data.unread));
      },
      invalidatesTags: (_unread, problem) => (problem ? [] : ['Notifications']),
    }),
    viewNotificationSettings: build.query<NotificationSettings, void>({
      queryFn: queryWith((services, _arg: void, signal) => viewNotificationSettings(services, signal)),
      providesTags: ['NotificationSettings'],
    }),
    updateNotificationSettings: build.mutation<NotificationSettings, BodyOf<'PUT /notifications/settings'>>({
      queryFn: queryWith(updateNotificationSettings),
      onQueryStarted: async (_change, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (answer)
          dispatch(
            notificationsApi.util.updateQueryData('viewNotificationSettings', undefined, () => answer.data),
          );
      },
    }),
    unsubscribe: build.mutation<ReplyOf<'POST /notifications/unsubscribe'>, string>({
      queryFn: queryWith(unsubscribe),
    }),
    viewPostAlerts: build.query<PostAlerts, string>({
      queryFn: queryWith(viewPostAlerts),
      providesTags: (_alerts, _problem, id) => [{ type: 'Creator', id }],
    }),
    setPostAlerts: build.mutation<PostAlerts, { id: string; posts: boolean }>({
      queryFn: queryWith(setPostAlerts),
      invalidatesTags: (_alerts, problem, { id }) => (problem ? [] : [{ type: 'Creator', id }]),
    }),
  }),
});

export const {
  useListNotificationsInfiniteQuery,
  useReadNotificationMutation,
  useReadAllNotificationsMutation,
  useViewNotificationSettingsQuery,
  useUpdateNotificationSettingsMutation,
  useUnsubscribeMutation,
  useViewPostAlertsQuery,
  useSetPostAlertsMutation,
} = notificationsApi;
