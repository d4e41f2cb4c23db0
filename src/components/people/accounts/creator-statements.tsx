import { useState } from 'react';
import { creatorStatements } from '#config/creator-statements.ts';
import { Checkbox } from '#ui/forms/choice.tsx';
import { Stack } from '#ui/layout/stack.tsx';

const kinds = ['age', 'consent'] as const;
type Kind = (typeof kinds)[number];

export interface Statements {
  readonly confirmed: readonly Kind[];
  readonly confirm: (kind: Kind, isConfirmed: boolean) => void;
  /** The version of the statements once all of them are confirmed. */
  readonly version: string | null;
}

/** Which of the statements that creators make with their documents are confirmed. */
export function useStatements(): Statements {
  const [confirmed, setConfirmed] = useState<readonly Kind[]>([]);
  const confirm = (kind: Kind, isConfirmed: boolean) =>
    setConfirmed((before) => [...before.filter((each) => each !== kind), ...(isConfirmed ? [kind] : [])]);
  return {
    confirmed,
    confirm,
    version: confirmed.length === kinds.length ? creatorStatements.version : null,
  };
}

/** The statements about age and consent, each with its checkbox. */
export const CreatorStatements = ({
  statements: { confirmed, confirm },
  errors,
  disabled,
}: {
  statements: Pick<Statements, 'confirmed' | 'confirm'>;
  errors?: Readonly<Record<Kind, string | null>>;
  disabled?: boolean;
}) => (
  <Stack gap={8}>
    {kinds.map((kind) => (
      <Checkbox
        key={kind}
        label={creatorStatements[kind]}
        checked={confirmed.includes(kind)}
        error={errors?.[kind] ?? null}
        disabled={disabled}
        onChange={(event) => confirm(kind, event.target.checked)}
      />
    ))}
  </Stack>
);
