import { type Row, operators } from './row.ts';

export const operatorRows = {
  'GET /operator/me': [{ cells: operators(200) }],
} satisfies Record<string, readonly Row[]>;
