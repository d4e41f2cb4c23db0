import { delay, race, take } from 'redux-saga/effects';
import type { Action } from 'redux';
import type { FileView } from '#contract/core/schemas.ts';
import { problemCode } from '#lib/problem.ts';
import { getFileStatus } from '#services/base/files.ts';
import { ApiProblem } from '#services/http/problem.ts';
import { uploadMessageVoice } from '#services/talk/messages/messages.ts';
import { type Saga, wait } from '../../effects.ts';
import type { SagaDeps } from '../../deps.ts';
import { live } from '../../live/live-events.ts';
import { type SavedRecording, saveRecording, loadRecording } from './saved-recordings.ts';
import { isLocal } from './local-voice.ts';

/** The server says when a file is ready; this is for when the connection is down. */
const askAgainMs = 3_000;

const refusal = (message: string) => new ApiProblem({ status: 422, code: 'unsupported_file', message });

const matchFileState =
  (fileId: string) =>
  (action: Action): boolean =>
    live['file/state'].match(action) &&
    action.payload.fileId === fileId &&
    (action.payload.state === 'ready' || action.payload.state === 'failed');

/**
 * Waits until the server has processed a file.
 * @throws {ApiProblem} With the reason if it can't be processed.
 */
function* untilReady(deps: SagaDeps, fileId: string): Saga {
  for (;;) {
    const { state, reason } = yield* wait(() => getFileStatus(deps.api, fileId));
    if (state === 'ready') return;
    if (state === 'failed') throw refusal(reason ?? 'This recording couldn’t be processed. Record it again.');
    yield race([take(matchFileState(fileId)), delay(askAgainMs)]);
  }
}

/** Uploads a recording, unless the server still has it from an earlier attempt. */
function* upload(deps: SagaDeps, recording: SavedRecording): Saga<string> {
  const { blob, seconds, peaks, fileId } = recording;
  if (fileId !== null) {
    try {
      yield* untilReady(deps, fileId);
      return fileId;
    } catch (caught) {
      // Removed after a day, or not processed: the device still has what was recorded.
      const code = problemCode(caught);
      if (code !== 'not_found' && code !== 'unsupported_file') throw caught;
    }
  }
  const { _id } = yield* wait(() =>
    uploadMessageVoice(deps.api, {
      files: { file: blob },
      body: { seconds: Math.round(seconds * 10) / 10, peaks: peaks.join(',') },
    }),
  );
  yield* wait(() => saveRecording({ ...recording, fileId: _id }));
  yield* untilReady(deps, _id);
  return _id;
}

/**
 * The ids of a message's files on the server. A recording that is only on this device is uploaded first.
 * @throws {ApiProblem} If that fails.
 */
export function* uploadedIds(
  deps: SagaDeps,
  clientId: string,
  files: readonly Pick<FileView, '_id'>[],
): Saga<string[]> {
  if (!files.some(isLocal)) return files.map((file) => file._id);
  const recording = yield* wait(() => loadRecording(clientId));
  if (!recording)
    throw refusal('This recording isn’t on this device anymore. Discard it and record it again.');
  return [yield* upload(deps, recording)];
}
