/** The columns of the two tables about moderation, at the desk and on the command line. */
export const statementHeads = [
  'reference',
  'decidedAt',
  'action',
  'targetType',
  'category',
  'ground',
  'rule',
  'facts',
  'source',
  'automated',
  'until',
  'state',
  'appeal',
] as const;
export const transparencyHeads = ['measure', 'category', 'action', 'automated', 'outcome', 'value'] as const;
