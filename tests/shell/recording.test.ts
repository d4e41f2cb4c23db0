import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { limits } from '#config/limits.ts';
import { withoutSecrets } from '#lib/address.ts';
import {
  isPrivatePath,
  recordingOptions,
  recordingSwitch,
  reportingOptions,
} from '#shell/startup/recording-options.ts';
import type { Recorder } from '#shell/startup/recording-options.ts';

describe('recording options', () => {
  it('include every configurable number', () => {
    expect(recordingOptions()).toEqual({
      minReplayDuration: 4_999,
      maxReplayDuration: 3_600_000,
      flushMinDelay: 5_000,
      flushMaxDelay: 5_500,
      mutationLimit: 10_000,
      mutationBreadcrumbLimit: 750,
      slowClickTimeout: 7_000,
      maskAllText: true,
      maskAllInputs: true,
      blockAllMedia: true,
      networkCaptureBodies: false,
    });
    expect(reportingOptions('https://key@errors.example/1')).toMatchObject({
      dsn: 'https://key@errors.example/1',
      tunnel: '/monitoring',
      replaysSessionSampleRate: 0.1,
      replaysOnErrorSampleRate: 1,
      sendDefaultPii: false,
    });
  });

  it('take the numbers from the limits', () => {
    const doubled = {
      ...limits.replay,
      slowClickMs: 1,
      sessionSampleRate: 0.2,
    } as unknown as typeof limits.replay;
    expect(recordingOptions(doubled).slowClickTimeout).toBe(1);
    expect(reportingOptions('x', doubled).replaysSessionSampleRate).toBe(0.2);
  });

  it("otherwise are the SDK's own, which aren't configurable", () => {
    const sdk = readFileSync('node_modules/@sentry/replay/build/npm/esm/index.js', 'utf8');
    const constant = (name: string) => Number(new RegExp(`const ${name} = ([\\d.e]+);`).exec(sdk)?.[1]);
    const { replay } = limits;
    expect({
      SESSION_IDLE_PAUSE_DURATION: constant('SESSION_IDLE_PAUSE_DURATION'),
      SESSION_IDLE_EXPIRE_DURATION: constant('SESSION_IDLE_EXPIRE_DURATION'),
      REPLAY_MAX_EVENT_BUFFER_SIZE: constant('REPLAY_MAX_EVENT_BUFFER_SIZE'),
      RETRY_MAX_COUNT: constant('RETRY_MAX_COUNT'),
      RETRY_BASE_INTERVAL: constant('RETRY_BASE_INTERVAL'),
      MAX_CONTEXT_VALUES: constant('MAX_CONTEXT_VALUES'),
    }).toEqual({
      SESSION_IDLE_PAUSE_DURATION: replay.idlePauseMs,
      SESSION_IDLE_EXPIRE_DURATION: replay.idleExpireMs,
      REPLAY_MAX_EVENT_BUFFER_SIZE: replay.bufferCharacters,
      RETRY_MAX_COUNT: replay.sendRetries,
      RETRY_BASE_INTERVAL: replay.retryMs,
      MAX_CONTEXT_VALUES: replay.maximumIds,
    });
    expect(sdk).toContain(`errorIds.size < ${replay.maximumIds}`);
  });
});

describe("pages that aren't recorded", () => {
  it.each([
    ['/messages', true],
    ['/messages/7', true],
    ['/messages?q=x', true],
    ['/messagesque', false],
    ['/home', false],
    ['/mara/messages', false],
  ])('%s: %s', (path, off) => expect(isPrivatePath(path)).toBe(off));

  const fake = () => {
    const log: string[] = [];
    let mode: ReturnType<Recorder['getRecordingMode']> = 'session';
    const recorder: Recorder = {
      getRecordingMode: () => mode,
      start: () => void log.push((mode = 'session')),
      startBuffering: () => void log.push((mode = 'buffer')),
      stop: () => {
        mode = undefined;
        log.push('stop');
        return Promise.resolve();
      },
    };
    return { log, recorder, set: (next: typeof mode) => (mode = next) };
  };

  it('starts on the first page that may be recorded', () => {
    const begin = vi.fn(() => fake().recorder);
    const at = recordingSwitch(begin);
    at('/messages/7');
    expect(begin).not.toHaveBeenCalled();
    at('/home');
    at('/mara');
    expect(begin).toHaveBeenCalledOnce();
  });

  it.each(['session', 'buffer'] as const)('resumes in its previous mode: %s', (mode) => {
    const { log, recorder, set } = fake();
    const at = recordingSwitch(() => recorder);
    at('/home');
    set(mode);
    at('/messages');
    at('/messages/7');
    at('/home');
    at('/mara');
    expect(log).toEqual(['stop', 'stop', mode]);
  });

  it("doesn't start if it wasn't recording", () => {
    const { log, recorder, set } = fake();
    const at = recordingSwitch(() => recorder);
    at('/home');
    set(undefined);
    at('/messages');
    at('/home');
    expect(log).toEqual(['stop']);
  });
});

it.each([
  ['/auth/reset-password?token=abc&x=1', '/auth/reset-password?token=…&x=…'],
  ['https://x.example/socket.io/?EIO=4&token=abc#t=1', 'https://x.example/socket.io/?EIO=…&token=…#t=…'],
  ['/home', '/home'],
])('a URL is sent without secrets: %s', (address, sent) => expect(withoutSecrets(address)).toBe(sent));
