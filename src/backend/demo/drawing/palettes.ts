/** Matching colors by purpose. */
export interface Palette {
  /** A light background. */
  readonly paper: string;
  /** A dark background. */
  readonly deep: string;
  readonly ink: string;
  readonly a: string;
  readonly b: string;
  readonly c: string;
  /** Used sparingly. */
  readonly accent: string;
}

export const palettes = {
  terracotta: {
    paper: '#F6EBDD',
    deep: '#3B2621',
    ink: '#2B1B17',
    a: '#C8643C',
    b: '#E3A857',
    c: '#7A8C6A',
    accent: '#F2C9A1',
  },
  sea: {
    paper: '#EAF2F1',
    deep: '#12313F',
    ink: '#0E2430',
    a: '#2E7D8C',
    b: '#7FB7BE',
    c: '#E8C07D',
    accent: '#F28C6A',
  },
  dusk: {
    paper: '#F9E8DC',
    deep: '#2A1E43',
    ink: '#1D1533',
    a: '#7C4B8A',
    b: '#E0797C',
    c: '#F4B77D',
    accent: '#FFE3A3',
  },
  forest: {
    paper: '#EEF0E2',
    deep: '#1F3327',
    ink: '#16251D',
    a: '#3F6B4A',
    b: '#8FA86B',
    c: '#D9B65D',
    accent: '#E07B47',
  },
  sand: {
    paper: '#FAF3E6',
    deep: '#4A3B2A',
    ink: '#33291D',
    a: '#B98B54',
    b: '#DDBE8E',
    c: '#8A9A86',
    accent: '#C2553C',
  },
  plum: {
    paper: '#F5E9EE',
    deep: '#35182F',
    ink: '#240F20',
    a: '#8B3A62',
    b: '#D2849B',
    c: '#E9C46A',
    accent: '#5B8E9B',
  },
  graphite: {
    paper: '#F0EFEA',
    deep: '#1C2126',
    ink: '#12161A',
    a: '#4C5866',
    b: '#9BA7B2',
    c: '#C9CFD4',
    accent: '#D98F4E',
  },
  citrus: {
    paper: '#FFF6DC',
    deep: '#2F4A2D',
    ink: '#203320',
    a: '#F0A202',
    b: '#F7CE5B',
    c: '#6FA85B',
    accent: '#E4572E',
  },
  rose: {
    paper: '#FBEFEA',
    deep: '#4B2230',
    ink: '#331722',
    a: '#D96C75',
    b: '#F0AFA0',
    c: '#7E9680',
    accent: '#F6D68B',
  },
  night: {
    paper: '#E7EAF4',
    deep: '#0E1430',
    ink: '#080C1E',
    a: '#2F3F7F',
    b: '#6C7BC0',
    c: '#B9A5E0',
    accent: '#FFD27D',
  },
} as const satisfies Record<string, Palette>;
export type PaletteName = keyof typeof palettes;
