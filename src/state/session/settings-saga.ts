import { toProblem } from '#services/http/problem.ts';
import { getPublicSettings, getSettingsByKeys } from '#services/base/site.ts';
import { onEvery, onLeading, read, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import {
  type SettingKey,
  defaultSettings,
  selectSettings,
  settingsChanged,
  settingsFailed,
  settingsLoaded,
  settingsNeeded,
  settingsRequested,
} from './settings.ts';
import { selectUi, uiUpdated } from './ui.ts';
import type { UiState } from './ui.ts';
import type { SagaDeps } from '../deps.ts';

const uiKey = 'ui';

const isUi = (saved: unknown): saved is UiState =>
  typeof saved === 'object' &&
  saved !== null &&
  'siteName' in saved &&
  typeof saved.siteName === 'string' &&
  'menus' in saved &&
  Array.isArray(saved.menus);

/** The settings saved by an earlier visit, or null if there are none or they are invalid. */
function savedUi({ storage }: SagaDeps): UiState | null {
  try {
    const saved: unknown = JSON.parse(storage.local.read(uiKey) ?? 'null');
    return isUi(saved) ? saved : null;
  } catch {
    return null;
  }
}

function* saveUi(deps: SagaDeps): Saga {
  const ui = yield* read(selectUi);
  yield* wait(() => deps.storage.local.write(uiKey, JSON.stringify(ui)));
}

function* loadSettings(deps: SagaDeps): Saga {
  try {
    yield* send(settingsLoaded(yield* wait(() => getPublicSettings(deps.api))));
  } catch (problem) {
    // The defaults or saved settings are good enough until the next page, so no error is shown.
    yield* send(settingsFailed(toProblem(problem)));
  }
}

/** Only what has the type of what is known: the reply names its values, but not their types. */
function* refreshSettings(deps: SagaDeps, keys: readonly SettingKey[]): Saga {
  try {
    const known = yield* read(selectSettings);
    const reply = yield* wait(() => getSettingsByKeys(deps.api, { body: { keys: [...keys] } }));
    const fresh = keys
      .filter((key) => typeof reply[key] === typeof known[key])
      .map((key) => [key, reply[key]]);
    yield* send(settingsChanged(Object.fromEntries(fresh)));
  } catch (problem) {
    // What the page was rendered with stays, and the server checks again.
    yield* send(settingsFailed(toProblem(problem)));
  }
}

export function* settingsSaga(deps: SagaDeps): Saga {
  yield* onEvery(uiUpdated, () => saveUi(deps));
  yield* onEvery(settingsLoaded, () => saveUi(deps));
  yield* onEvery(settingsNeeded, ({ payload }) => refreshSettings(deps, payload));
  yield* onLeading(settingsRequested, () => loadSettings(deps));
  // Settings rendered with the page take precedence and are saved for pages without them.
  if ((yield* read(selectSettings)) !== defaultSettings) return yield* saveUi(deps);
  const saved = savedUi(deps);
  if (saved) yield* send(uiUpdated(saved));
}
