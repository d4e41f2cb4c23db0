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
import type { World } from '../deps.ts';

const uiKey = 'ui';

const isUi = (kept: unknown): kept is UiState =>
  typeof kept === 'object' &&
  kept !== null &&
  'siteName' in kept &&
  typeof kept.siteName === 'string' &&
  'menus' in kept &&
  Array.isArray(kept.menus);

/** What an earlier visit kept, or null; anything that isn't ours is as nothing. */
function keptUi({ storage }: World): UiState | null {
  try {
    const kept: unknown = JSON.parse(storage.local.read(uiKey) ?? 'null');
    return isUi(kept) ? kept : null;
  } catch {
    return null;
  }
}

function* keepUi(world: World): Saga {
  const ui = yield* read(selectUi);
  yield* wait(() => world.storage.local.write(uiKey, JSON.stringify(ui)));
}

function* loadSettings(world: World): Saga {
  try {
    yield* send(settingsLoaded(yield* wait(() => getPublicSettings(world.api))));
  } catch (problem) {
    // The defaults and what an earlier visit kept serve until the next page; nobody is told.
    yield* send(settingsFailed(toProblem(problem)));
  }
}

export function* settingsSaga(world: World): Saga {
  yield* onEvery(uiUpdated, () => keepUi(world));
  yield* onEvery(settingsLoaded, () => keepUi(world));
  yield* onLeading(settingsRequested, () => loadSettings(world));
  // A page that came with its settings shows those, and they are kept for one that doesn't.
  if ((yield* read(selectSettings)) !== defaultSettings) return yield* keepUi(world);
  const kept = keptUi(world);
  if (kept) yield* send(uiUpdated(kept));
}
