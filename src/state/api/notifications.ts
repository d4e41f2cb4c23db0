import type { Dispatch } from 'redux';
import { notificationTypes } from '#config/notification-types.ts';
import type { Notification, NotificationSettings } from '#contract/people/notifications.ts';
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
} from '#services/people/notifications.ts';
import {
  notificationsCounted,
  notificationsMiscounted,
  selectUnreadNotifications,
} from '../live/unread-notifications.ts';
import { queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';
import type { RootState } from '../root-reducer.ts';

type Unread = ReplyOf<'GET /notifications/unread'>;
type PostAlerts = ReplyOf<'GET /follows/:id/notifications'>;

type Change = BodyOf<'PUT /notifications/settings'>;

/** The settings as they will be once a change is saved. */
function withChange(
  old: NotificationSettings,
  { channels = {}, push, ...rest }: Change,
): NotificationSettings {
  const merged = { ...old.channels };
  for (const type of notificationTypes) merged[type] = { ...merged[type], ...channels[type] };
  return { ...old, ...rest, push: { ...old.push, ...push }, channels: merged };
}

/** Keeps the number that a reply says is unread; a failed call changes nothing. */
async function keepCount(dispatch: Dispatch, fulfilled: Promise<{ data: Unread }>): Promise<void> {
  const answer = await fulfilled.catch(() => null);
  if (answer) dispatch(notificationsCounted(answer.data.unread));
}

/** The user's notifications and their settings. */
export const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listNotifications: build.infiniteQuery<Page<Notification>, void, string | null>({
      ...pagesByKey((services, { cursor }: { cursor: string | undefined }, signal) =>
        listNotifications(services, { cursor }, signal),
      ),
      onQueryStarted: async (_arg, { dispatch, getState, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        const shown = answer?.data.pages.flatMap(({ data }) => data) ?? [];
        const counted = selectUnreadNotifications(getState() as RootState);
        if (shown.filter(({ isRead }) => !isRead).length > counted) dispatch(notificationsMiscounted());
      },
      providesTags: ['Notifications'],
    }),
    readNotification: build.mutation<Unread, string>({
      queryFn: queryWith(readNotification),
      onQueryStarted: (_id, { dispatch, queryFulfilled }) => keepCount(dispatch, queryFulfilled),
      invalidatesTags: ['Notifications'],
    }),
    readAllNotifications: build.mutation<Unread, string>({
      queryFn: queryWith(readAllNotifications),
      onQueryStarted: (_until, { dispatch, queryFulfilled }) => keepCount(dispatch, queryFulfilled),
      invalidatesTags: (_unread, problem) => (problem ? [] : ['Notifications']),
    }),
    viewNotificationSettings: build.query<NotificationSettings, void>({
      queryFn: queryWith((services, _arg: void, signal) => viewNotificationSettings(services, signal)),
      providesTags: ['NotificationSettings'],
    }),
    updateNotificationSettings: build.mutation<NotificationSettings, Change>({
      queryFn: queryWith(updateNotificationSettings),
      // Shown at once, rolled back if the server refuses.
      onQueryStarted: async (change, { dispatch, queryFulfilled }) => {
        const update = (settings: (old: NotificationSettings) => NotificationSettings) =>
          dispatch(
            notificationsApi.util.updateQueryData('viewNotificationSettings', undefined, (old) =>
              settings(old),
            ),
          );
        const shown = update((old) => withChange(old, change));
        const answer = await queryFulfilled.catch(() => null);
        if (answer) update(() => answer.data);
        else shown.undo();
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
