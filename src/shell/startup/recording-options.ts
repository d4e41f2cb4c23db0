import { limits } from '#config/limits.ts';

/** The replay integration's options that depend on the limits (specification section 9). */
export function recordingOptions(figures: typeof limits.replay = limits.replay) {
  return {
    minReplayDuration: figures.minimumMs,
    maxReplayDuration: figures.maximumMs,
    flushMinDelay: figures.flushMinMs,
    flushMaxDelay: figures.flushMaxMs,
    mutationLimit: figures.mutationLimit,
    mutationBreadcrumbLimit: figures.breadcrumbMutations,
    slowClickTimeout: figures.slowClickMs,
    // A recording shows how a page was used, never its content.
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    networkCaptureBodies: false,
  };
}

/** The SDK's options. Reports are sent through our own origin (`tunnel`). */
export function reportingOptions(dsn: string, figures: typeof limits.replay = limits.replay) {
  return {
    dsn,
    tunnel: '/monitoring',
    environment: process.env.NODE_ENV,
    replaysSessionSampleRate: figures.sessionSampleRate,
    replaysOnErrorSampleRate: figures.errorSampleRate,
    sendDefaultPii: false,
  };
}

/** Pages with private messages are never recorded, masked or not. */
export const isPrivatePath = (path: string): boolean => /^\/messages(?:[/?#]|$)/.test(path);

/** The part of the replay integration that we control. */
export interface Recorder {
  getRecordingMode(): 'session' | 'buffer' | undefined;
  start(): void;
  startBuffering(): void;
  stop(): Promise<void>;
}

/**
 * Pauses recording on private pages and resumes it in the same mode afterwards. `begin` creates the recorder
 * on the first page that may be recorded.
 */
export function recordingSwitch(begin: () => Recorder) {
  let recorder: Recorder | null = null;
  let paused: 'session' | 'buffer' | undefined;
  const pause = () => {
    paused = recorder?.getRecordingMode() ?? paused;
    return recorder?.stop();
  };
  const resume = () => {
    if (paused === 'session') recorder?.start();
    if (paused === 'buffer') recorder?.startBuffering();
    paused = undefined;
  };
  return (path: string): void => {
    if (isPrivatePath(path)) void pause();
    else if (recorder) resume();
    else recorder = begin();
  };
}
