import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { PublicSettings } from '#contract/base/site.ts';
import { defaultSettings, settingsLoaded } from './settings.ts';

/** Saved in the browser between visits (specification section 3). */
export type UiState = Pick<PublicSettings, 'siteName' | 'logo' | 'menus' | 'favicon'>;

export const toUiState = ({ siteName, logo, menus, favicon }: PublicSettings): UiState => ({
  siteName,
  logo,
  menus,
  favicon,
});

export const uiSlice = createSlice({
  name: 'ui',
  initialState: toUiState(defaultSettings),
  reducers: {
    uiUpdated: (state, { payload }: PayloadAction<Partial<UiState>>) => void Object.assign(state, payload),
  },
  extraReducers: (builder) => builder.addCase(settingsLoaded, (_state, { payload }) => toUiState(payload)),
  selectors: { selectUi: (state) => state },
});

export const { uiUpdated } = uiSlice.actions;
export const { selectUi } = uiSlice.selectors;
