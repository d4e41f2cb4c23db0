import { read, send } from '../../effects.ts';
import type { Saga } from '../../effects.ts';
import { selectAuthUser } from '../../session/auth.ts';
import type { SagaDeps } from '../../deps.ts';
import { outboxWoken } from './outbox-actions.ts';
import { waitingKey } from './outbox.ts';

/** On every page: if messages of this person wait on the device, loads what sends them. */
export function* outboxWatchSaga({ storage }: SagaDeps): Saga {
  const user = yield* read(selectAuthUser);
  if (user && storage.local.read(waitingKey(user._id)) !== null) yield* send(outboxWoken());
}
