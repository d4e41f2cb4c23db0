import { type Row, creators } from './row.ts';

/** What creators keep for writing to fans: automatic messages, quick replies, scheduled messages, notes. */
export const creatorMessageRows = {
  'GET /automatic-messages': [{ cells: creators(200) }],
  'PUT /automatic-messages/:kind': [
    {
      cells: creators(200),
      given: () => ({ params: { kind: 'follow' }, body: { isOn: true, text: 'Welcome, {name}' } }),
    },
  ],
} satisfies Record<string, readonly Row[]>;
