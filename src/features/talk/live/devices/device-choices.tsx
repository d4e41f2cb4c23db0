import { Select } from '#ui/forms/text-input.tsx';
import type { DeviceKind } from './capture.ts';
import styles from './devices.module.css';
import type { Capture } from './use-capture.ts';

const labels: Readonly<Record<DeviceKind, string>> = { camera: 'Camera', microphone: 'Microphone' };

function DeviceChoice({ kind, capture }: { kind: DeviceKind; capture: Capture }) {
  const { devices, media, choose, busy } = capture;
  const own = devices.filter((device) => device.kind === kind);
  const tracks = kind === 'camera' ? media?.getVideoTracks() : media?.getAudioTracks();
  const current = tracks?.[0]?.getSettings().deviceId ?? '';
  return (
    <Select
      label={labels[kind]}
      value={own.some(({ id }) => id === current) ? current : ''}
      disabled={busy}
      placeholder={own.length === 0 ? 'None found' : 'Choose'}
      options={own.map(({ id, label }) => ({ value: id, label }))}
      onChange={({ target }) => target.value && void choose(kind, target.value)}
    />
  );
}

/** Camera and microphone in use, to be changed without an interruption. Nothing while there are none. */
export const DeviceChoices = ({ capture }: { capture: Capture }) =>
  capture.media ? (
    <div className={styles.choices}>
      <DeviceChoice kind="camera" capture={capture} />
      <DeviceChoice kind="microphone" capture={capture} />
    </div>
  ) : null;
