import { toProblem } from '#services/http/problem.ts';
import { getPublicSettings } from '#services/site.ts';
import { onEvery, onLeading, read, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import {
  defaultSettings,
  selectSettings,
  settingsFailed,
  settingsLoaded,
  settingsRequested,
} from './settings.ts';
import { selectUi, uiUpdated } from './ui.ts';
import type { UiState } from './ui.ts';
import type { SagaDeps } from '../deps.ts';

const uiKey = 'ui';

const isUi = (kept: unknown): kept is UiState =>
  typeof kept === 'object' &&
  kept !== null &&
  'siteName' in kept &&
  typeof kept.siteName === 'string' &&
  'menus' in kept &&
  Array.isArray(kept.menus);

/** What an earlier visit kept, or null; anything that isn't ours is as nothing. */
function savedUi({ storage }: SagaDeps): UiState | null {
  try {
    const kept: unknown = JSON.parse(storage.local.read(uiKey) ?? 'null');
    return isUi(kept) ? kept : null;
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
    // The defaults and what an earlier visit kept serve until the next page; nobody is told.
    yield* send(settingsFailed(toProblem(problem)));
  }
}

export function* settingsSaga(deps: SagaDeps): Saga {
  yield* onEvery(uiUpdated, () => saveUi(deps));
  yield* onEvery(settingsLoaded, () => saveUi(deps));
  yield* onLeading(settingsRequested, () => loadSettings(deps));
  // A page that came with its settings shows those, and they are kept for one that doesn't.
  if ((yield* read(selectSettings)) !== defaultSettings) return yield* saveUi(deps);
  const kept = savedUi(deps);
  if (kept) yield* send(uiUpdated(kept));
}
