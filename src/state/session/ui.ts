import { createSlice } from '../slice.ts';
import type { PayloadAction } from '../slice.ts';
import type { PublicSettings } from '#contract/site.ts';
import { defaultSettings, settingsLoaded } from './settings.ts';

/** Kept in the browser between visits (specification section 3). */
export type UiState = Pick<PublicSettings, 'siteName' | 'logo' | 'menus' | 'favicon'>;

export const uiOf = ({ siteName, logo, menus, favicon }: PublicSettings): UiState => ({
  siteName,
  logo,
  menus,
  favicon,
});

export const ui = createSlice({
  name: 'ui',
  initialState: uiOf(defaultSettings),
  reducers: {
    uiUpdated: (state, { payload }: PayloadAction<Partial<UiState>>) => ({ ...state, ...payload }),
  },
  extraReducers: (builder) => builder.addCase(settingsLoaded, (_state, { payload }) => uiOf(payload)),
  selectors: { selectUi: (state) => state },
});

export const { uiUpdated } = ui.actions;
export const { selectUi } = ui.selectors;
