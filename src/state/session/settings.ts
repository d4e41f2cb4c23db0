import { createAction, createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { limits } from '#config/limits.ts';
import type { PublicSettings } from '#contract/base/site.ts';
import type { Problem } from '#services/http/problem.ts';

/** Used until the server's settings have loaded: the specification's defaults (sections 3 and 9). */
export const defaultSettings: PublicSettings = {
  siteName: 'Limelight',
  logo: null,
  favicon: '/favicon.ico',
  menus: [],
  requireEmailVerification: false,
  stripePublishableKey: null,
  paymentGateway: 'stripe',
  freeSubscriptionEnabled: true,
  freeSubscriptionDuration: limits.freeSubscriptionDuration,
  minimumSubscriptionPrice: limits.subscriptionPrice.min,
  maximumSubscriptionPrice: limits.subscriptionPrice.max,
  minimumWalletPrice: limits.walletAmount.min,
  maximumWalletPrice: limits.walletAmount.max,
  minimumTipPrice: limits.tip.min,
  maximumTipPrice: limits.tip.max,
  minimumPayoutAmount: limits.minimumPayout,
  voiceMessageSeconds: limits.voice.seconds,
  currency: 'USD',
  commissionBps: 2_000,
  tokenRate: 20,
  passwordHashing: 'false',
  allowContextMenu: false,
  googleAnalyticsCode: null,
  liveStreams: true,
  socialLogins: [],
  demo: null,
};

export const settingsSlice = createSlice({
  name: 'settings',
  initialState: defaultSettings,
  reducers: {
    settingsChanged: (state, { payload }: PayloadAction<Partial<PublicSettings>>) => ({
      ...state,
      ...payload,
    }),
    settingsLoaded: (_state, { payload }: PayloadAction<PublicSettings>) => payload,
  },
  selectors: {
    selectSettings: (state) => state,
    selectTokenRate: (state) => state.tokenRate,
    selectCurrency: (state) => state.currency,
  },
});

export const settingsFailed = createAction<Problem>('settings/settingsFailed');
/** Fetches the settings, on pages that were rendered without them. */
export const settingsRequested = createAction('settings/settingsRequested');

export type SettingKey = keyof PublicSettings;
/** Fetches a few settings again, for a form whose limits may have changed since the page was rendered. */
export const settingsNeeded = createAction<readonly SettingKey[]>('settings/settingsNeeded');

export const { settingsChanged, settingsLoaded } = settingsSlice.actions;
export const { selectSettings, selectTokenRate, selectCurrency } = settingsSlice.selectors;
