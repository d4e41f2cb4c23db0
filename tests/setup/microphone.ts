import { vi } from 'vitest';

/** A recorder as browsers have it, without sound. */
class FakeRecorder extends EventTarget {
  static all: FakeRecorder[] = [];
  static isTypeSupported = (type: string) => type.startsWith('audio/webm');
  state: 'inactive' | 'recording' | 'paused' = 'inactive';
  mimeType = 'audio/webm;codecs=opus';
  ondataavailable: ((event: { data: Blob }) => void) | null = null;
  onstop: (() => void) | null = null;
  constructor() {
    super();
    FakeRecorder.all.push(this);
  }
  start() {
    this.state = 'recording';
  }
  pause() {
    this.state = 'paused';
  }
  resume() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    this.ondataavailable?.({ data: new Blob(['sound'], { type: this.mimeType }) });
    this.onstop?.();
  }
}

/** Gives the document a microphone at which somebody speaks at this loudness, from 0 to 1. */
export function plugIn(level = 0.5) {
  FakeRecorder.all = [];
  const track = { stop: vi.fn(), onended: null as (() => void) | null };
  const getUserMedia = vi.fn(async () => ({ getTracks: () => [track] }) as unknown as MediaStream);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal(
    'AudioContext',
    class {
      createAnalyser = () => ({ fftSize: 0, getFloatTimeDomainData: (all: Float32Array) => all.fill(level) });
      createMediaStreamSource = () => ({ connect: () => {} });
      close = async () => {};
    },
  );
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  URL.createObjectURL = () => 'blob:recorded';
  return { track, getUserMedia, recorders: () => FakeRecorder.all };
}
