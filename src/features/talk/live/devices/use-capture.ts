import { useCallback, useEffect, useRef, useState } from 'react';
import { problemMessage } from '#lib/problem.ts';
import { type Device, type DeviceKind, listDevices, openBoth, openDevice, openScreen } from './capture.ts';

export type TrackKind = 'audio' | 'video';
export type OnTrack = (kind: TrackKind, track: MediaStreamTrack) => void;

const trackKind = (kind: DeviceKind): TrackKind => (kind === 'camera' ? 'video' : 'audio');

/** The devices that can be chosen, also when one is connected later. */
function useDevices(isOn: boolean): readonly Device[] {
  const [devices, setDevices] = useState<readonly Device[]>([]);
  useEffect(() => {
    if (!isOn || !('mediaDevices' in navigator)) return undefined;
    let isOver = false;
    const look = () =>
      void listDevices().then(
        (found) => void (!isOver && setDevices(found)),
        () => {},
      );
    look();
    navigator.mediaDevices.addEventListener('devicechange', look);
    return () => {
      isOver = true;
      navigator.mediaDevices.removeEventListener('devicechange', look);
    };
  }, [isOn]);
  return devices;
}

interface Heard {
  readonly onTrack: OnTrack;
  /** A device was unplugged or taken away. */
  readonly onLost: (kind: TrackKind) => void;
}

/** The tracks that are shown and sent; the ones that are exchanged are stopped. */
function useTracks(heard: Heard) {
  const [media, setMedia] = useState<MediaStream | null>(null);
  const now = useRef<MediaStream | null>(null);
  const isHere = useRef(false);
  const handlers = useRef(heard);
  useEffect(() => void (handlers.current = heard));
  const [ended] = useState(() => ({ target }: Event) => {
    const track = now.current?.getTracks().find((each) => each === target);
    if (track) handlers.current.onLost(track.kind as TrackKind);
  });
  const show = useCallback(
    (next: MediaStream | null) => {
      now.current = next;
      setMedia(next);
      // The same listener, so that a track that stays isn't heard twice.
      for (const track of next?.getTracks() ?? []) track.addEventListener('ended', ended);
    },
    [ended],
  );
  const stop = useCallback(() => {
    for (const track of now.current?.getTracks() ?? []) track.stop();
    show(null);
  }, [show]);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      stop();
    };
  }, [stop]);
  /** Someone who left while the browser asked for permission doesn't stay on camera. */
  const begin = (opened: MediaStream) => {
    if (isHere.current) show(opened);
    else for (const track of opened.getTracks()) track.stop();
  };
  const exchange = (kind: TrackKind, track: MediaStreamTrack) => {
    if (!isHere.current) return track.stop();
    const before = now.current?.getTracks() ?? [];
    show(new MediaStream([...before.filter((each) => each.kind !== kind), track]));
    handlers.current.onTrack(kind, track);
    for (const old of before) if (old.kind === kind) old.stop();
  };
  return { media, begin, stop, exchange, current: () => now.current };
}

const allOn = { audio: false, video: false };
/** Microphone and camera can be switched off without giving them up. */
function useSwitches(current: () => MediaStream | null) {
  const [isOff, setIsOff] = useState<Readonly<Record<TrackKind, boolean>>>(allOn);
  const turn = (kind: TrackKind) => {
    for (const track of current()?.getTracks() ?? []) if (track.kind === kind) track.enabled = isOff[kind];
    setIsOff({ ...isOff, [kind]: !isOff[kind] });
  };
  const reset = useCallback(() => setIsOff(allOn), []);
  return { isOff, turn, reset };
}

/** Runs one request for a device at a time, and says why it failed. */
function useAttempts() {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (caught) {
      setProblem(problemMessage(caught));
    }
    setBusy(false);
  };
  return { problem, setProblem, busy, attempt };
}

const losses: Readonly<Record<TrackKind, string>> = {
  audio: 'Your microphone was disconnected. Connect it again, or choose another one.',
  video: 'Your camera was disconnected. Connect it again, or choose another one.',
};

/** Camera, microphone and screen of a person. `onTrack` hears of each that is exchanged for another. */
export function useCapture(onTrack: OnTrack) {
  const { problem, setProblem, busy, attempt } = useAttempts();
  const [isScreen, setIsScreen] = useState(false);
  const [lost, setLost] = useState<DeviceKind | null>(null);
  const onLost = (kind: TrackKind) => {
    // Sharing a screen ends in the browser's own bar, too.
    if (kind === 'video' && isScreen) return void choose('camera', null);
    setLost(kind === 'video' ? 'camera' : 'microphone');
    setProblem(losses[kind]);
  };
  const { media, begin, stop: stopTracks, exchange, current } = useTracks({ onTrack, onLost });
  const switches = useSwitches(current);
  const take = (kind: TrackKind, track: MediaStreamTrack) => {
    track.enabled = !switches.isOff[kind];
    exchange(kind, track);
    setLost(null);
  };
  async function choose(kind: DeviceKind, id: string | null): Promise<void> {
    await attempt(async () => {
      const track = await openDevice(kind, id);
      if (!track) return;
      take(trackKind(kind), track);
      if (kind === 'camera') setIsScreen(false);
    });
  }
  const shareScreen = () =>
    attempt(async () => {
      const track = await openScreen();
      if (!track) return;
      exchange('video', track);
      setIsScreen(true);
    });
  const start = async (): Promise<MediaStream | null> => {
    await attempt(async () => {
      if (!current()) begin(await openBoth());
    });
    return current();
  };
  const { reset } = switches;
  const stop = useCallback(() => {
    stopTracks();
    setIsScreen(false);
    setLost(null);
    setProblem(null);
    reset();
  }, [stopTracks, setProblem, reset]);
  const devices = useDevices(media !== null);
  const { isOff, turn } = switches;
  return { media, problem, lost, busy, isScreen, isOff, turn, devices, start, stop, choose, shareScreen };
}
export type Capture = ReturnType<typeof useCapture>;
