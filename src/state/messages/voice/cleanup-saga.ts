import { untilLoaded } from '#lib/device/until-loaded.ts';
import { type Saga, onEvery, wait } from '../../effects.ts';
import type { SagaDeps } from '../../deps.ts';
import { logoutRequested } from '../../session/auth.ts';
import { recordingFlagKey } from './recording-flag.ts';

const load = async () => (await import('./saved-recordings.ts')).deleteAllRecordings;

/**
 * Whoever logs out leaves no recordings on the device. A session that ends by itself keeps them, for the next
 * login of the same account.
 */
export function* recordingCleanupSaga({ storage }: SagaDeps): Saga {
  yield* onEvery(logoutRequested, function* () {
    if (storage.local.read(recordingFlagKey) === null) return;
    yield* wait(yield* wait(() => untilLoaded(load)));
  });
}
