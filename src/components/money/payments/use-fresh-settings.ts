import { useEffect } from 'react';
import { useAppDispatch } from '#state/hooks.ts';
import { type SettingKey, settingsNeeded } from '#state/session/settings.ts';

/**
 * Fetches settings again when a form is shown: a page that has been open for long was rendered with the limits of
 * then. `keys` has to be a constant.
 */
export function useFreshSettings(keys: readonly SettingKey[]): void {
  const dispatch = useAppDispatch();
  useEffect(() => void dispatch(settingsNeeded(keys)), [dispatch, keys]);
}
