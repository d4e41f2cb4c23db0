import type { CurrentUser } from '#contract/people/accounts.ts';
import { texts } from '#lib/problem.ts';
import { changePassword } from '#services/people/auth/auth.ts';
import { sentPassword } from '#services/people/auth/password-hash.ts';
import { updatePerformer } from '#services/people/creators.ts';
// Here rather than in the services, which reading pages load.
import { withProof } from '#services/http/proof.ts';
import { toProblem } from '#services/http/problem.ts';
import { getMe, updateMe } from '#services/people/accounts.ts';
import { live } from '../live/live-events.ts';
import { orAgain } from '../live/catching-up.ts';
import { connectionRestored } from '../live/connection.ts';
import { onEvery, onLatest, onLeading, read, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { toastProblem } from '../notify.ts';
import { selectSettings } from './settings.ts';
import {
  currentUserChanged,
  currentUserStale,
  passwordUpdated,
  passwordUpdateEnded,
  passwordUpdateFailed,
  passwordUpdateRequested,
  profileUpdated,
  profileUpdateFailed,
  profileUpdateRequested,
  selectCurrentUser,
} from './user.ts';
import type { PasswordUpdate, ProfileUpdate } from './user.ts';
import type { SagaDeps } from '../deps.ts';

/** The fields that both kinds of records share. */
const sharedFields = ({
  name,
  username,
  email,
  bio,
  country,
  avatar,
  cover,
}: Pick<
  CurrentUser,
  'name' | 'username' | 'email' | 'bio' | 'country' | 'avatar' | 'cover'
>): Partial<CurrentUser> => ({ name, username, email, bio, country, avatar, cover });

function* updateProfile(deps: SagaDeps, update: ProfileUpdate): Saga {
  const current = yield* read(selectCurrentUser);
  if (!current) return;
  try {
    const { passwordHashing } = yield* read(selectSettings);
    const { password, version, ...fields } = update;
    const body = password
      ? { ...fields, password: yield* wait(() => sentPassword(password, passwordHashing)) }
      : fields;
    const about = version === undefined ? {} : { version };
    const changed = yield* wait<Partial<CurrentUser>>(async () =>
      current.isPerformer
        ? sharedFields(
            await withProof(() => updatePerformer(deps.api, { params: { id: current._id }, body, ...about })),
          )
        : withProof(() => updateMe(deps.api, { body, ...about })),
    );
    yield* send(currentUserChanged(changed));
    // A creator's record includes neither the address that awaits confirmation nor the account's version.
    if (current.isPerformer && (update.email ?? update.version) !== undefined) yield* refreshUser(deps);
    yield* send(profileUpdated());
    deps.toast.success(texts.saved);
  } catch (caught) {
    const problem = toProblem(caught, texts.errorOccurred);
    yield* send(profileUpdateFailed(problem));
    // The form offers both versions.
    if (problem.code !== 'version_changed') toastProblem(deps, problem, problem.message);
  }
}

function* updatePassword(deps: SagaDeps, { password, source }: PasswordUpdate): Saga {
  try {
    const { passwordHashing } = yield* read(selectSettings);
    const body = {
      password: yield* wait(() => sentPassword(password, passwordHashing)),
      ...(source !== undefined && {
        source: yield* wait(() => sentPassword(source, passwordHashing)),
      }),
    };
    yield* wait(() => withProof(() => changePassword(deps.api, { body })));
    yield* send(passwordUpdated());
    deps.toast.success(texts.saved);
  } catch (caught) {
    const problem = toProblem(caught, texts.errorOccurred);
    yield* send(passwordUpdateFailed(problem));
    toastProblem(deps, problem, problem.message);
  } finally {
    yield* send(passwordUpdateEnded());
  }
}

/** Until it succeeds, what is shown stays. A 401 is handled where all are. */
const refreshUser = (deps: SagaDeps): Saga =>
  orAgain(function* () {
    yield* send(currentUserChanged(yield* wait(() => getMe(deps.api))));
  });

export function* userSaga(deps: SagaDeps): Saga {
  yield* onLeading(profileUpdateRequested, ({ payload }) => updateProfile(deps, payload));
  yield* onLeading(passwordUpdateRequested, ({ payload }) => updatePassword(deps, payload));
  yield* onLatest(currentUserStale, () => refreshUser(deps));
  yield* onEvery(live['consents/accepted'], ({ payload }) =>
    send(currentUserChanged({ consentDue: payload.isDue })),
  );
  // The balance may have changed during the disconnect.
  yield* onLatest(connectionRestored, function* ({ payload }) {
    if (!payload.first) yield* refreshUser(deps);
  });
}
