import { notificationTypes } from '#config/notification-types.ts';
import type { NotificationSettings } from '#contract/people/notifications.ts';
import type { BodyOf } from '#services/http/call.ts';
import { updateNotificationSettings, viewNotificationSettings } from '#services/people/notifications.ts';
import { sendWrite } from '../query/ask.ts';
import { api } from '../query/api.ts';
import { inject } from '../query/inject.ts';
import type { AppStore } from '../store.ts';

export type SettingsChange = BodyOf<'PUT /notifications/settings'>;

/** The settings as they will be once a change is saved. */
function withChange(
  old: NotificationSettings,
  { channels = {}, push, ...rest }: SettingsChange,
): NotificationSettings {
  const merged = { ...old.channels };
  for (const type of notificationTypes) merged[type] = { ...merged[type], ...channels[type] };
  return { ...old, ...rest, push: { ...old.push, ...push }, channels: merged };
}

interface Shown {
  readonly undo: () => void;
}

/** Changes what is known of the settings. */
function show(store: AppStore, change: (old: NotificationSettings) => NotificationSettings): Shown {
  inject(viewNotificationSettings);
  return store.dispatch(
    api.util.updateQueryData(viewNotificationSettings.route as never, {} as never, change as never) as never,
  );
}

/** Saves a change of the notification settings. It is shown at once, and undone if the server refuses. */
export async function changeNotificationSettings(store: AppStore, change: SettingsChange) {
  const shown = show(store, (old) => withChange(old, change));
  const { data, error } = await sendWrite(store, updateNotificationSettings, { body: change });
  if (data) show(store, () => data);
  else shown.undo();
  return { error };
}
