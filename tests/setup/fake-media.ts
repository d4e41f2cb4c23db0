import { vi } from 'vitest';

export class FakeTrack extends EventTarget {
  readonly kind: string;
  readonly id: string;
  enabled = true;
  isStopped = false;
  constructor(kind: string, id: string) {
    super();
    this.kind = kind;
    this.id = id;
  }
  getSettings = () => ({ deviceId: this.id });
  stop = () => void (this.isStopped = true);
}
export class FakeMedia {
  readonly tracks: FakeTrack[];
  constructor(tracks: FakeTrack[] = []) {
    this.tracks = tracks;
  }
  getTracks = () => this.tracks;
  getVideoTracks = () => this.tracks.filter(({ kind }) => kind === 'video');
  getAudioTracks = () => this.tracks.filter(({ kind }) => kind === 'audio');
}

interface Asked {
  readonly video?: { readonly deviceId?: { readonly exact: string } };
  readonly audio?: object;
}

/** Stands in for `navigator.mediaDevices`, with two cameras and a microphone. */
export function fakeDevices() {
  let given: FakeTrack[] = [];
  const give = async ({ video, audio }: Asked) => {
    const tracks = [
      ...(video ? [new FakeTrack('video', video.deviceId?.exact ?? 'cam-1')] : []),
      ...(audio ? [new FakeTrack('audio', 'mic-1')] : []),
    ];
    given.push(...tracks);
    return new FakeMedia(tracks);
  };
  const open = () => given.filter(({ isStopped }) => !isStopped);
  return {
    getUserMedia: vi.fn(give),
    getDisplayMedia: vi.fn(),
    enumerateDevices: async () => [
      { kind: 'videoinput', deviceId: 'cam-1', label: 'Front camera' },
      { kind: 'videoinput', deviceId: 'cam-2', label: 'Desk camera' },
      { kind: 'audioinput', deviceId: 'mic-1', label: 'Microphone' },
    ],
    addEventListener: () => {},
    removeEventListener: () => {},
    /** The tracks that were given and not stopped. */
    open,
    unplug(kind: string) {
      for (const track of open()) if (track.kind === kind) track.dispatchEvent(new Event('ended'));
    },
    reset() {
      given = [];
      this.getUserMedia.mockReset().mockImplementation(give);
      this.getDisplayMedia.mockReset();
    },
  };
}
