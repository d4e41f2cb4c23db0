/** Why there is no picture or sound, with what to do about it. */
export class CannotCapture extends Error {}

const refusals: Readonly<Record<string, string>> = {
  NotAllowedError:
    'Your browser is blocking the camera or microphone. Allow both in the address bar, then try again.',
  NotFoundError: 'No camera or microphone was found. Connect one and try again.',
  NotReadableError: 'Another program is using your camera or microphone. Close it and try again.',
  OverconstrainedError: 'That device isn’t connected anymore. Choose another one.',
};
const otherRefusal = 'The camera or microphone didn’t start. Check that they’re connected and try again.';

const picture = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };
const sound = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };

async function ask(request: (devices: MediaDevices) => Promise<MediaStream>): Promise<MediaStream> {
  if (!window.isSecureContext)
    throw new CannotCapture('Going live needs a secure connection. Open this site with https and try again.');
  if (!('mediaDevices' in navigator))
    throw new CannotCapture('This browser can’t use a camera. Update it or use another one.');
  try {
    return await request(navigator.mediaDevices);
  } catch (caught) {
    throw new CannotCapture((caught instanceof DOMException && refusals[caught.name]) || otherRefusal);
  }
}

export type DeviceKind = 'camera' | 'microphone';
const buildConstraints = (kind: DeviceKind, id: string | null): MediaStreamConstraints => {
  const chosen = id === null ? {} : { deviceId: { exact: id } };
  return kind === 'camera' ? { video: { ...picture, ...chosen } } : { audio: { ...sound, ...chosen } };
};

/** Camera and microphone together, so that the browser asks once. */
export const openBoth = (): Promise<MediaStream> =>
  ask((devices) => devices.getUserMedia({ video: picture, audio: sound }));
export async function openDevice(kind: DeviceKind, id: string | null): Promise<MediaStreamTrack | null> {
  const media = await ask((devices) => devices.getUserMedia(buildConstraints(kind, id)));
  return media.getTracks()[0] ?? null;
}
/** A window or the whole screen. Null if the person closed the browser's question. */
export async function openScreen(): Promise<MediaStreamTrack | null> {
  if (!('mediaDevices' in navigator) || !('getDisplayMedia' in navigator.mediaDevices))
    throw new CannotCapture('This browser can’t share a screen.');
  try {
    const media = await navigator.mediaDevices.getDisplayMedia({ video: true });
    return media.getVideoTracks()[0] ?? null;
  } catch {
    return null;
  }
}

export interface Device {
  readonly kind: DeviceKind;
  readonly id: string;
  readonly label: string;
}
/** The devices to choose from. They have names only after the person allowed one. */
export async function listDevices(): Promise<Device[]> {
  const found = await navigator.mediaDevices.enumerateDevices();
  return found.flatMap(({ kind, deviceId, label }, at) =>
    kind === 'audiooutput' || deviceId === ''
      ? []
      : [
          {
            kind: kind === 'videoinput' ? ('camera' as const) : ('microphone' as const),
            id: deviceId,
            label: label || `Device ${at + 1}`,
          },
        ],
  );
}
