import { useState } from 'react';
import type { ReplyOf } from '#contract/core/registry.ts';
import { problemMessage } from '#lib/problem.ts';
import {
  type PushSupport,
  keepChoice,
  pushSupport,
  subscribeBrowser,
  unsubscribeBrowser,
} from '#lib/device/push-subscription.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import {
  addPushDevice,
  listPushDevices,
  removePushDevice,
  testPushDevice,
} from '#services/people/notifications.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { Button } from '#ui/content/button.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { deviceName } from '#lib/device/device-name.ts';

type Registered = ReplyOf<'GET /notifications/push'>;
type Device = Registered['devices'][number];

/** Why this device can't receive push notifications, and what to do about it. */
const obstacles: Partial<Readonly<Record<PushSupport, string>>> = {
  unsupported: 'This browser doesn’t support push notifications.',
  install:
    'To get push notifications on an iPhone or iPad, add this site to your Home Screen first: tap Share, then Add to Home Screen, and open it from there.',
  denied:
    'Notifications from this site are blocked in your browser. Allow them in the browser’s settings for this site, then reload the page.',
};

/** Asks the browser, and the person if they weren't asked before, then tells the server. */
function useSwitch(publicKey: string, device: Device | undefined) {
  const accountId = useAppSelector((state) => selectAuthUser(state)?._id ?? '');
  const [add] = useWrite(addPushDevice);
  const [remove] = useWrite(removePushDevice);
  const turnOn = async () => {
    const subscription = await subscribeBrowser(publicKey);
    await add({ body: subscription }).unwrap();
    keepChoice({ accountId, endpoint: subscription.endpoint });
  };
  const turnOff = async () => {
    keepChoice(null);
    if (device) await remove({ params: { id: device._id } }).unwrap();
    await unsubscribeBrowser();
  };
  return { turnOn, turnOff };
}

function ThisDevice({ publicKey, device }: { publicKey: string; device: Device | undefined }) {
  const { turnOn, turnOff } = useSwitch(publicKey, device);
  const [busy, setBusy] = useState(false);
  const [support, setSupport] = useState(pushSupport);
  const press = async (on: boolean) => {
    setBusy(true);
    try {
      await (on ? turnOn() : turnOff());
    } catch (problem) {
      // A refused permission is shown below, instead of as an error.
      if (pushSupport() === 'granted') toast.error(problemMessage(problem));
    }
    setSupport(pushSupport());
    setBusy(false);
  };
  const obstacle = obstacles[support];
  if (obstacle) return <Notice announce={support === 'denied'}>{obstacle}</Notice>;
  return (
    <Stack gap={12}>
      <Checkbox
        label="Push notifications on this device"
        hint={
          support === 'granted'
            ? 'On until you log out. You won’t get any while you’re using the site.'
            : 'Your browser will ask whether you allow them.'
        }
        checked={device !== undefined}
        disabled={busy}
        onChange={({ target }) => void press(target.checked)}
      />
      {device ? <TestButton id={device._id} /> : null}
    </Stack>
  );
}

function TestButton({ id }: { id: string }) {
  const [test, { isLoading }] = useWrite(testPushDevice);
  const press = async () => {
    const { error } = await test({ params: { id } });
    if (error) toast.error(problemMessage(error));
    else toast.success('Test notification sent');
  };
  return (
    <Row>
      <Button busy={isLoading} onClick={() => void press()}>
        Send a test notification
      </Button>
    </Row>
  );
}

function OtherDevices({ devices }: { devices: readonly Device[] }) {
  const [remove] = useWrite(removePushDevice);
  const [removing, setRemoving] = useState<string | null>(null);
  const press = async (id: string) => {
    setRemoving(id);
    const { error } = await remove({ params: { id } });
    if (error) toast.error(problemMessage(error));
    setRemoving(null);
  };
  return (
    <Stack gap={12}>
      {devices.map(({ _id, userAgent, createdAt }) => (
        <Row key={_id} justify="between">
          <span>
            {deviceName(userAgent)} · turned on <RelativeTime iso={createdAt} inSentence />
          </span>
          <Button busy={removing === _id} onClick={() => void press(_id)}>
            Turn off on {deviceName(userAgent)}
          </Button>
        </Row>
      ))}
    </Stack>
  );
}

const unavailable =
  process.env.NEXT_PUBLIC_MOCK === '1'
    ? 'Push notifications aren’t sent in this demo: it runs in your browser, without a server to send them.'
    : 'Push notifications aren’t available on this site.';

function Devices({ publicKey, devices }: Registered) {
  if (publicKey === null) return <Notice>{unavailable}</Notice>;
  const others = devices.filter(({ current }) => !current);
  return (
    <Stack gap={16}>
      <ThisDevice publicKey={publicKey} device={devices.find(({ current }) => current)} />
      {others.length > 0 ? <OtherDevices devices={others} /> : null}
    </Stack>
  );
}

/** Turns push notifications on and off on this device, and off on others. Asks for permission only when pressed. */
export function PushDevices() {
  const request = useRead(listPushDevices);
  const skeleton = (
    <Skeleton label="Loading your devices">
      <SkeletonText lines={2} />
    </Skeleton>
  );
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {(registered) => <Devices {...registered} />}
    </LoadedView>
  );
}
