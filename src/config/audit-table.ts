interface Entry {
  readonly at: string;
  readonly actor: string;
  readonly actorId: string | null;
  readonly action: string;
  readonly subject: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

/** Columns of the audit log as a table, at the desk and on the command line. Times are exact, in UTC. */
export const auditHeads = ['time', 'who', 'who_id', 'action', 'whom', 'facts'] as const;

export const factsText = (facts: Entry['facts']): string =>
  facts.map(({ name, value }) => `${name}: ${value}`).join('\n');

/** One entry as a row under these heads. */
export const auditRow = ({ at, actor, actorId, action, subject, facts }: Entry): (string | null)[] => [
  at,
  actor,
  actorId,
  action,
  subject,
  factsText(facts),
];
