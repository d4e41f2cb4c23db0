import { useState } from 'react';
import type { FormEvent } from 'react';
import type { PerformerCard } from '#contract/core/schemas.ts';
import type { SpendCap, SpendCaps } from '#contract/money/wallet.ts';
import { formatAmount, formatMoney, parseAmount, plural } from '#lib/format.ts';
import { RefusalNotice } from '#components/base/lists/refusal-notice.tsx';
import { uniqueItems } from '#state/query/pages.ts';
import { listPaidCreators, setSpendCap } from '#services/money/wallet.ts';
import { useList, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useRate } from '#ui/content/money.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Select, TextInput } from '#ui/forms/text-input.tsx';
import { toast } from '#ui/overlays/toast.ts';

/** Whom a limit applies to, as part of a sentence. */
export const describeScope = (performer: Pick<PerformerCard, 'name'> | null): string =>
  performer ? `for ${performer.name}` : 'for all creators';

export interface CapDialogProps {
  /** The limit to change; absent for a new one. */
  readonly cap?: Pick<SpendCap, 'performer' | 'amount'> | undefined;
  readonly raiseHours: number;
  readonly onClose: () => void;
}

/** Selects whom a new limit applies to. */
function Whom({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { data } = useList(listPaidCreators, { query: { limit: 100 } });
  const creators = uniqueItems(data).map(({ _id, performer }) => ({
    value: _id,
    label: performer.name,
  }));
  return (
    <Select
      label="Applies to"
      placeholder="All creators"
      options={creators}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The outcome as the server reports it: a limit may already exist, and an increase takes effect later. */
function savedText({ data, raiseHours }: SpendCaps, whom: string, currency: string): string {
  const saved = data.find(({ performer }) => (performer?._id ?? '') === whom);
  if (saved?.next)
    return `${formatMoney(saved.next.amount ?? 0, currency)} a month takes effect in ${plural(raiseHours, 'hour')}.`;
  return `Your new limit: ${formatMoney(saved?.amount ?? 0, currency)} a month.`;
}

function useCapForm({ cap, onClose }: CapDialogProps) {
  const { currency } = useRate();
  const [save, { isLoading, error: problem }] = useWrite(setSpendCap);
  const [whom, setWhom] = useState(cap?.performer?._id ?? '');
  const [typed, setTyped] = useState(cap ? formatAmount(cap.amount) : '');
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const cents = parseAmount(typed);
    setError(cents === null ? 'Enter an amount like 50.00.' : null);
    if (cents === null || isLoading) return;
    const { data } = await save({
      body: { amount: cents, ...(whom !== '' && { performerId: whom }) },
    });
    if (!data) return;
    onClose();
    toast.success(savedText(data, whom, currency));
  };
  return { currency, whom, setWhom, typed, setTyped, error, problem, isLoading, submit };
}

/** Sets or changes a limit. A decrease takes effect at once, an increase later. */
export function CapDialog(props: CapDialogProps) {
  const { cap, raiseHours, onClose } = props;
  const form = useCapForm(props);
  return (
    <Dialog
      open
      onClose={onClose}
      title={cap ? `Edit the limit ${describeScope(cap.performer)}` : 'Set a monthly limit'}
    >
      <form onSubmit={(event) => void form.submit(event)} noValidate>
        <Stack>
          {cap ? null : <Whom value={form.whom} onChange={form.setWhom} />}
          <TextInput
            label="Monthly limit"
            prefix={form.currency}
            inputMode="decimal"
            autoComplete="off"
            hint={`A lower limit applies right away, a higher one after ${plural(raiseHours, 'hour')}.`}
            error={form.error}
            value={form.typed}
            onChange={(event) => form.setTyped(event.target.value)}
          />
          {form.problem ? <RefusalNotice problem={form.problem} /> : null}
          <Button type="submit" variant="primary" large block busy={form.isLoading}>
            Save limit
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
