import type { ThemeConfig } from 'antd';

/** The colors of theme.css that antd needs as values. A test keeps the two files in sync. */
export const palettes = {
  light: {
    page: '#fafaf7',
    surface: '#ffffff',
    raised: '#ffffff',
    sunken: '#f3f4ee',
    text: '#16181d',
    muted: '#5b616e',
    border: '#e4e5e0',
    control: '#868b95',
    primary: '#3f6212',
    'on-primary': '#ffffff',
    soft: '#ecfccb',
    danger: '#b42318',
    success: '#1f7a3d',
    warning: '#7a3e00',
  },
  dark: {
    page: '#0f1115',
    surface: '#171a21',
    raised: '#1d212a',
    sunken: '#12151b',
    text: '#f2f4f7',
    muted: '#a1a7b3',
    border: '#2a2f3a',
    control: '#737b8a',
    primary: '#bef264',
    'on-primary': '#14200a',
    soft: '#26310f',
    danger: '#f97066',
    success: '#4ade80',
    warning: '#fbbf77',
  },
} as const;
export type ThemeName = keyof typeof palettes;

/**
 * Styles antd's components like ours: transparent backgrounds, muted headers, and selections in the soft
 * color.
 */
export function antdParts(theme: ThemeName): NonNullable<ThemeConfig['components']> {
  const colour = palettes[theme];
  return {
    Table: {
      colorBgContainer: colour.page,
      headerBg: colour.page,
      headerColor: colour.muted,
      headerSplitColor: 'transparent',
      headerBorderRadius: 0,
      headerSortActiveBg: colour.page,
      headerSortHoverBg: colour.sunken,
      fixedHeaderSortActiveBg: colour.page,
      bodySortBg: 'transparent',
      rowHoverBg: colour.sunken,
      rowSelectedBg: colour.soft,
      rowSelectedHoverBg: colour.soft,
      borderColor: colour.border,
      cellPaddingBlock: 12,
      cellPaddingInline: 8,
    },
    DatePicker: {
      controlHeight: 42,
      cellWidth: 40,
      cellHeight: 32,
      cellHoverWithRangeBg: colour.soft,
      timeCellHeight: 36,
    },
    Select: {
      controlHeight: 42,
      optionHeight: 40,
      optionFontSize: 16,
    },
  };
}

/** antd's design tokens for a theme. */
export function antdTokens(theme: ThemeName): NonNullable<ThemeConfig['token']> {
  const colour = palettes[theme];
  return {
    colorPrimary: colour.primary,
    colorInfo: colour.primary,
    colorLink: colour.primary,
    colorError: colour.danger,
    colorSuccess: colour.success,
    colorWarning: colour.warning,
    colorTextLightSolid: colour['on-primary'],
    colorText: colour.text,
    colorTextSecondary: colour.muted,
    colorTextPlaceholder: colour.muted,
    colorBgLayout: colour.page,
    colorBgContainer: colour.surface,
    colorBgElevated: colour.raised,
    colorFillAlter: colour.sunken,
    colorBorder: colour.control,
    colorBorderSecondary: colour.border,
    controlItemBgActive: colour.soft,
    controlItemBgActiveHover: colour.soft,
    controlItemBgHover: colour.sunken,
    fontFamily: 'var(--font)',
    fontSize: 14,
    borderRadius: 8,
    borderRadiusLG: 16,
    controlHeight: 40,
    controlHeightLG: 48,
    motionDurationMid: '0.15s',
    motionDurationSlow: '0.2s',
  };
}
