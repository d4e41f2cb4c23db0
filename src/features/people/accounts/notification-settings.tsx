import { useEffect, useRef } from 'react';
import {
  type NotificationChannel,
  type NotificationType,
  notificationChannels,
  notificationKinds,
  notificationTypes,
} from '#config/notification-types.ts';
import { routes } from '#config/routes.ts';
import type { NotificationSettings as Settings } from '#contract/people/notifications.ts';
import { problemMessage } from '#lib/problem.ts';
import { zoneName } from '#lib/zone-days.ts';
import { useTakenZone } from '#components/base/ranges/own-zone.ts';
import { listPushDevices, viewNotificationSettings } from '#services/people/notifications.ts';
import { useAppSelector, useAppStore } from '#state/hooks.ts';
import { useRead } from '#state/query/hooks.ts';
import { type SettingsChange, changeNotificationSettings } from '#state/session/notification-settings.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { Link } from '#ui/content/link.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { Select, TextInput } from '#ui/forms/text-input.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { notificationLabels } from './notification-labels.ts';
import { PushDevices } from './push-devices.tsx';
import styles from './notification-settings.module.css';

interface Part {
  readonly settings: Settings;
  readonly onChange: (change: SettingsChange) => void;
}

const channelNames: Readonly<Record<NotificationChannel, string>> = {
  app: 'On the site',
  email: 'Email',
  push: 'Push',
};

/** Messages have a list and a count of their own, so there is only whether they are pushed. */
const MessagesRow = ({ settings, onChange }: Part) => (
  <tr>
    <th scope="row">Messages</th>
    <td colSpan={notificationChannels.length - 1}>
      <VisuallyHidden>Always shown on the site, never emailed</VisuallyHidden>
    </td>
    <td>
      <Checkbox
        label={<VisuallyHidden>Messages: {channelNames.push}</VisuallyHidden>}
        checked={settings.push.messages}
        onChange={({ target }) => onChange({ push: { messages: target.checked } })}
      />
    </td>
  </tr>
);

/** One row per type and one column per channel; each checkbox is saved immediately. */
function Channels({ types, settings, onChange }: Part & { types: readonly NotificationType[] }) {
  return (
    <table className={styles.channels}>
      <caption>
        <VisuallyHidden>Notifications by type and channel</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>Type</VisuallyHidden>
          </th>
          {notificationChannels.map((channel) => (
            <th key={channel} scope="col">
              {channelNames[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <MessagesRow settings={settings} onChange={onChange} />
        {types.map((type) => (
          <tr key={type}>
            <th scope="row">{notificationLabels[type]}</th>
            {notificationChannels.map((channel) => (
              <td key={channel}>
                <Checkbox
                  label={
                    <VisuallyHidden>
                      {notificationLabels[type]}: {channelNames[channel]}
                    </VisuallyHidden>
                  }
                  checked={settings.channels[type][channel]}
                  onChange={({ target }) => onChange({ channels: { [type]: { [channel]: target.checked } } })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const digests = [
  { value: 'hourly', label: 'Every hour' },
  { value: 'daily', label: 'Once a day' },
  { value: 'off', label: 'Never' },
];

/** Which zone the times below are in, and where to choose another one. */
function OwnZone() {
  const zone = useTakenZone();
  const isPerformer = useAppSelector(selectCurrentUser)?.isPerformer === true;
  const settings = isPerformer ? routes.creatorAccount : routes.userAccount;
  return (
    <p>
      Times are in your time zone, {zoneName(zone)}.{' '}
      <Link href={`${settings}#time-zone`}>Change time zone</Link>
    </p>
  );
}

/** The email schedule: digest and quiet hours. */
function Timing({ settings, onChange }: Part) {
  const { digest, quietHours } = settings;
  return (
    <Stack gap={16}>
      <Select
        label="Email digest"
        hint="Emails about money and safety are always sent right away."
        options={digests}
        value={digest}
        onChange={({ target }) => onChange({ digest: target.value as Settings['digest'] })}
      />
      <Checkbox
        label="Quiet hours"
        hint="Digests and push notifications wait until your quiet hours are over, except about money and safety."
        checked={quietHours !== null}
        onChange={({ target }) =>
          onChange({ quietHours: target.checked ? { from: '22:00', to: '08:00' } : null })
        }
      />
      {quietHours ? (
        <div className={styles.hours}>
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={`${end} ${quietHours[end]}`}
              label={end === 'from' ? 'From' : 'To'}
              type="time"
              defaultValue={quietHours[end]}
              onBlur={({ target }) => {
                if (target.value && target.value !== quietHours[end])
                  onChange({ quietHours: { ...quietHours, [end]: target.value } });
              }}
            />
          ))}
        </div>
      ) : null}
      <OwnZone />
    </Stack>
  );
}

/** Scrolls here for `#notifications` in the URL, once the settings are shown. */
function useOwnAnchor() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (window.location.hash === '#notifications') box.current?.scrollIntoView({ block: 'start' });
  }, []);
  return box;
}

function Form({ settings, isPerformer }: { settings: Settings; isPerformer: boolean }) {
  const store = useAppStore();
  const box = useOwnAnchor();
  const save = async (change: SettingsChange) => {
    const { error } = await changeNotificationSettings(store, change);
    if (error) toast.error(problemMessage(error));
  };
  const onChange = (change: SettingsChange) => void save(change);
  const types = notificationTypes.filter((type) => isPerformer || !notificationKinds[type].isForCreators);
  return (
    <div ref={box} className={styles.form}>
      <Stack gap={24}>
        <PushDevices />
        <Channels {...{ types, settings, onChange }} />
        <Checkbox
          label="Show what messages say in push notifications"
          hint="Others could read it on your locked screen. When off, only the sender’s name is shown."
          checked={settings.push.messageText}
          onChange={({ target }) => onChange({ push: { messageText: target.checked } })}
        />
        <Timing {...{ settings, onChange }} />
      </Stack>
    </div>
  );
}

/** The user's notification settings: types, channels and schedule. */
export function NotificationSettings({ isPerformer }: { isPerformer: boolean }) {
  const { data, error, isFetching, refetch } = useRead(viewNotificationSettings);
  // Shown at once with the devices above the settings, which would push them down.
  const { isLoading } = useRead(listPushDevices);
  if (data && !isLoading) return <Form settings={data} isPerformer={isPerformer} />;
  if (error)
    return (
      <ErrorState
        compact
        level={3}
        text={problemMessage(error)}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  return (
    <Skeleton label="Loading your notification settings" className={styles.loading}>
      <SkeletonText lines={10} />
    </Skeleton>
  );
}
